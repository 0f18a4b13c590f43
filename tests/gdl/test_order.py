from hypothesis import given
from hypothesis import strategies as st

from woodstock.gdl.order import natural

word = st.sampled_from(
    ["a", "b", "aa", "a1", "1a", "++", "-1", "0", "00", "1", "2", "9", "10", "100", "9" * 30]
)
text = st.lists(word, min_size=1, max_size=4)


def by_word(words):
    """The order as it is meant: word by word, words before numbers, numbers by value."""
    return [(True, int(each), "") if each.isdecimal() else (False, 0, each) for each in words]


@given(text, text)
def test_the_key_orders_word_by_word_and_numbers_by_value(one, other):
    left, right = natural(f"({' '.join(one)})"), natural(f"({' '.join(other)})")
    if by_word(one) != by_word(other):
        assert (left < right) == (by_word(one) < by_word(other))
    assert (left == right) == (one == other)


def test_numbers_of_any_length_and_of_ascii_digits_only():
    longest = "9" * 100_000
    assert natural("8") < natural(longest) < natural("1" + longest)
    assert natural("\u0663") < natural("1")  # a word like any other


def test_terms_with_the_same_words_differ():
    assert len({natural(text) for text in ("(f g a)", "(f (g a))", "(f (g) a)")}) == 3
