"""The screens of the client, one file each."""
