"""Two heaps side by side: on each, who is to move takes one or two, and who takes the last one wins there.

First is to move on the left heap, second on the right one, then the other way round. The first heap that is taken
decides the game; if both are at the same step, each gets the mean.
"""


def two_heaps(left: int, right: int) -> str:
    most = max(left, right)
    lines = [
        "(role first) (role second) (other first second) (other second first) (side left) (side right)",
        f"(init (heap left {left})) (init (heap right {right}))",
        "(init (mover left first)) (init (mover right second))",
        *(f"(less {heap} {heap - 1} 1)" for heap in range(1, most + 1)),
        *(f"(less {heap} {heap - 2} 2)" for heap in range(2, most + 1)),
        "(<= (legal ?r (take ?s ?k)) (true (mover ?s ?r)) (true (heap ?s ?n)) (less ?n ?m ?k))",
        "(<= (next (heap ?s ?m)) (does ?r (take ?s ?k)) (true (heap ?s ?n)) (less ?n ?m ?k))",
        "(<= (next (mover ?s ?r)) (true (mover ?s ?q)) (other ?q ?r))",
        "(<= (gone ?s) (true (heap ?s 0)))",
        "(<= (won ?r ?s) (gone ?s) (true (mover ?s ?q)) (other ?q ?r))",
        "(<= terminal (gone ?s))",
        "(<= (goal ?r 50) (won ?r left) (won ?q right) (distinct ?r ?q))",
        "(<= (goal ?q 50) (won ?r left) (won ?q right) (distinct ?r ?q))",
        "(<= (goal ?r 100) (won ?r ?s) (side ?s) (other ?r ?q) (not (won ?q left)) (not (won ?q right)))",
        "(<= (goal ?q 0) (won ?r ?s) (other ?r ?q) (not (won ?q left)) (not (won ?q right)))",
        "(<= (goal ?r 50) (role ?r) (not (gone left)) (not (gone right)))",
    ]
    return "\n".join(lines)
