"""The GGP protocol: messages, and the server that plays by them."""
