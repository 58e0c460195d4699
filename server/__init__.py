"""The authority: rules, tables, journal and bots."""
