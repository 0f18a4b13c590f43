"""The board games against plain Python models of their rules."""

import itertools
from collections import deque

import pytest

from tests.games.models import cells, mover, random_play, words
from tests.shared import loaded


@pytest.mark.parametrize("seed", range(12))
def test_reversi(seed):
    game = loaded("reversi")
    directions = [d for d in itertools.product((-1, 0, 1), repeat=2) if d != (0, 0)]

    def turned(board, place, own):
        """The discs that a disc of `own` on `place` turns."""
        found = []
        for dx, dy in directions:
            line = []
            x, y = place[0] + dx, place[1] + dy
            while board.get((x, y), "b") not in ("b", own):
                line.append((x, y))
                x, y = x + dx, y + dy
            if board.get((x, y)) == own:
                found += line
        return found

    board = None
    for state, moves in random_play(game, seed):
        if board is not None:
            assert cells(state) == board
        board = cells(state)
        mobile = {
            colour: {place for place, disc in board.items() if disc == "b" and turned(board, place, colour)}
            for colour in ("black", "white")
        }
        assert state.terminal == (not any(mobile.values()))
        if moves is None:
            break
        own = mover(state)
        legal = {str(move) for move in state.legal(game.role(own))}
        assert legal == ({f"(place {x} {y})" for x, y in mobile[own]} or {"noop"})
        name, *place = words(moves[game.role(own).index])
        if name == "place":
            place = tuple(map(int, place))
            board |= dict.fromkeys([place, *turned(board, place, own)], own)
    discs = list(board.values())
    lead = discs.count("black") - discs.count("white")
    black = 50 + 50 * ((lead > 0) - (lead < 0))
    assert [state.goals[role] for role in game.roles] == [black, 100 - black]


@pytest.mark.parametrize("seed", range(12))
def test_hex(seed):
    size = 5
    game = loaded("hex", size=size)

    def connected(board, own):
        axis = 0 if own == "red" else 1
        reached = {place for place, stone in board.items() if stone == own and place[axis] == 1}
        queue = deque(reached)
        while queue:
            x, y = queue.popleft()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                near = (x + dx, y + dy)
                if board.get(near) == own and near not in reached:
                    reached.add(near)
                    queue.append(near)
        return any(place[axis] == size for place in reached)

    for state, moves in random_play(game, seed):
        board = cells(state)
        won = [connected(board, role.name) for role in game.roles]
        assert state.terminal == any(won)
        if moves is None:
            assert [state.goals[role] for role in game.roles] == [100 * each for each in won]
            assert sum(won) == 1


@pytest.mark.parametrize("seed", range(12))
def test_connect_four(seed):
    game = loaded("connect_four")
    lines = [
        [(x + k * dx, y + k * dy) for k in range(4)]
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for x in range(1, 8)
        for y in range(1, 7)
        if 1 <= x + 3 * dx <= 7 and 1 <= y + 3 * dy <= 6
    ]
    assert len(lines) == 69
    heights = dict.fromkeys(range(1, 8), 0)
    board = {}
    for state, moves in random_play(game, seed):
        assert {place: disc for place, disc in cells(state).items() if disc != "b"} == board
        won = [any(all(board.get(p) == role.name for p in line) for line in lines) for role in game.roles]
        assert state.terminal == (any(won) or len(board) == 42)
        if moves is None:
            expected = [100 * each for each in won] if any(won) else [50, 50]
            assert [state.goals[role] for role in game.roles] == expected
            break
        own = mover(state)
        column = int(words(moves[game.role(own).index])[1])
        heights[column] += 1
        board[column, heights[column]] = own


@pytest.mark.parametrize("seed", range(6))
def test_breakthrough(seed):
    game = loaded("breakthrough")
    for state, moves in random_play(game, seed):
        board = cells(state)
        pawns = {role.name: [p for p, owner in board.items() if owner == role.name] for role in game.roles}
        won = {
            "white": any(y == 8 for _, y in pawns["white"]) or not pawns["black"],
            "black": any(y == 1 for _, y in pawns["black"]) or not pawns["white"],
        }
        assert state.terminal == any(won.values())
        if moves is None:
            assert {role.name: goal for role, goal in state.goals.items()} == {
                name: 100 * each for name, each in won.items()
            }
            break
        own = mover(state)
        ahead = 1 if own == "white" else -1
        legal = {
            f"(move {x} {y} {x + side} {y + ahead})"
            for x, y in pawns[own]
            for side in (-1, 0, 1)
            if board.get((x + side, y + ahead), own) != own and (side or board[x, y + ahead] == "b")
        }
        assert {str(move) for move in state.legal(game.role(own))} == legal
