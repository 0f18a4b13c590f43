import mmap

from woodstock.net.worker.memory import resident_megabytes, within_memory
from woodstock.players import builtin


def test_the_tree_gets_what_the_process_leaves():
    registry = builtin()
    assert str(within_memory("uct:memory=500,c=2", registry, 120)) == "uct:c=2,memory=380"
    assert str(within_memory("uct", registry, 24)) == "uct:memory=1000"
    assert str(within_memory("uct:memory=100", registry, 300)) == "uct:memory=64"
    assert str(within_memory("random:seed=3", registry, 300)) == "random:seed=3"


def test_resident_memory_counts_what_was_touched():
    before = resident_megabytes()
    with mmap.mmap(-1, 64 << 20) as block:
        block.write(b"x" * (64 << 20))
        assert resident_megabytes() - before >= 60 or before == 0
