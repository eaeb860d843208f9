"""The same server of two tools, built in three ways."""
