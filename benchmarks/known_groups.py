"""Orders of the true groups of some games, as far as a board says them: what detection is held against.

They keep the rules, not the initial state. Squares on a board have 8 symmetries unless something has a direction; columns may be mirrored where rows may not; a
half turn is left where two sides of a board belong to each player; a torus may be moved along both ways.
"""

from __future__ import annotations

SQUARE, RECTANGLE, MIRROR, HALF_TURN = 8, 4, 2, 2
KNOWN = {
    "amazons_torus_10x10": 100 * SQUARE,
    "breakthrough": MIRROR,
    "breakthrough_suicide": MIRROR,
    "connect_four": MIRROR,
    "connect_four_20x20": MIRROR,
    "dots_and_boxes_suicide": 2**4 * SQUARE,  # the two outer edges of each corner box may change places, too
    "gomoku_11x11": SQUARE,
    "hex": HALF_TURN,
    "knight_through": MIRROR,
    "knights_tour": RECTANGLE,  # of five rows and six columns
    "lights_out": SQUARE,
    "lines_of_action": SQUARE,  # who begins where is not asked: a quarter turn moves the first stones only
    "majorities": 6,  # three boards
    "othello": SQUARE,
    "pentago": SQUARE,
    "queens_08ug": SQUARE,
    "reversi": SQUARE,
    "reversi_suicide": SQUARE,
    "tictactoe": SQUARE,
    "tictactoe_3d_6p": 192 // 6,  # of the cube of four (Silver 1967); each axis belongs to roles of its own
}
