"""The bundled games, one folder each, and the library that finds and loads games."""
