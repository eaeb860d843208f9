"""Reserved and soft words, and the name classes."""

from loomsmith.ddd.vocabulary import words


def test_no_word_is_both_hard_and_soft():
    assert not words.HARD_WORDS & words.SOFT_WORDS


def test_a_plain_name_is_a_name_in_every_class():
    for name_class in (words.PLAIN_NAME, words.ANY_NAME, words.FIELD_NAME, words.REF_NAME, words.CLAIM_NAME):
        assert words.is_name("Where", name_class)
        assert words.is_name("_x1", name_class)


def test_a_soft_word_is_a_name_only_in_the_classes_that_admit_it():
    assert words.is_name("kind", words.FIELD_NAME)
    assert not words.is_name("kind")
    assert words.is_name("of", words.ANY_NAME)
    assert not words.is_name("of", words.REF_NAME)
    assert words.is_name("write", words.VERB_NAME)


def test_a_hard_word_is_never_a_name():
    every = words.ANY_NAME | words.MEMBER_NAME | words.TARGET_NAME | words.STATE_NAME
    assert not [word for word in words.HARD_WORDS if words.is_name(word, every)]


def test_names_are_ascii_and_start_with_a_letter_or_underscore():
    assert not words.is_name("Flüge")
    assert not words.is_name("1a")
    assert not words.is_name("a\n")
    assert not words.is_name("")


def test_the_types_that_newcomers_write_lead_to_types_of_the_language():
    assert set(words.TYPES_MEANT.values()) <= words.WORDS
    assert not set(words.TYPES_MEANT) & words.WORDS
