"""The catalog: every tool is one declaration, and one dispatch entry serves every transport."""
