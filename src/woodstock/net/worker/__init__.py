"""The processes that play matches: how they are born, what they are told, what they do."""
