#pragma once

namespace woodstock {

inline const char* const kNim =  // who takes the last of five loses nothing: take 1 or 2, the last taker wins
    "(role a) (role b) (init (heap 5)) (init (turn a)) (less 5 1 4) (less 5 2 3) (less 4 1 3) (less 4 2 2)"
    "(less 3 1 2) (less 3 2 1) (less 2 1 1) (less 2 2 0) (less 1 1 0)"
    "(<= (legal ?r (take ?n)) (true (turn ?r)) (true (heap ?h)) (less ?h ?n ?m))"
    "(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))"
    "(<= (next (heap ?m)) (does ?r (take ?n)) (true (heap ?h)) (less ?h ?n ?m))"
    "(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))"
    "(<= terminal (true (heap 0)))"
    "(<= (goal a 100) (true (turn b))) (<= (goal a 0) (true (turn a)))"
    "(<= (goal b 100) (true (turn a))) (<= (goal b 0) (true (turn b)))";

}  // namespace woodstock
