"""What kind of game it is: turns, chance, what is played for, who knows what."""
