"""The adapter to clients that speak the Model Context Protocol over standard input and output."""
