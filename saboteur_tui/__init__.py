"""The terminal client: it draws a View and offers its legal actions."""
