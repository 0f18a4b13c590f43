import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.players import Option, Spec, SpecError, parse_spec

WORD = st.text("abcdefghijklmnopqrstuvwxyz-0123456789.", min_size=1)


@given(WORD, st.dictionaries(WORD, WORD))
def test_specs_print_as_they_are_read(name, settings):
    spec = Spec(name, tuple(settings.items()))
    assert parse_spec(str(spec)) == spec


def test_a_key_alone_is_true():
    assert parse_spec("uct:ponder").settings == (("ponder", "true"),)


@pytest.mark.parametrize("text", ["", ":c=1", "uct:", "uct:c=", "uct:=1", "uct:c=1,c=2", "uct:c=1,,d=2"])
def test_malformed(text):
    with pytest.raises(SpecError):
        parse_spec(text)


def test_option_types_and_bounds():
    assert Option("ponder", bool, True, "").read("No") is False
    assert Option("n", int, 1, "", minimum=1).read("3") == 3
    assert Option("solver", str, "mac", "", choices=("mac", "fc")).read("fc") == "fc"
    for option, text in [
        (Option("ponder", bool, True, ""), "maybe"),
        (Option("n", int, 1, "", minimum=1), "0"),
        (Option("n", int, 1, ""), "1.5"),
        (Option("c", float, 1.0, "", maximum=2), "nan"),
        (Option("solver", str, "mac", "", choices=("mac", "fc")), "sat"),
    ]:
        with pytest.raises(SpecError, match=option.name):
            option.read(text)


def test_a_setting_never_overrides_the_spec():
    assert str(parse_spec("uct:seed=1").with_setting("seed", 2).with_setting("ponder", False)) == (
        "uct:seed=1,ponder=false"
    )
