"""The tables of platforms, storages and page elements are consistent with the words of the language."""

from loomsmith.ddd.vocabulary import page_elements, platforms, storages
from loomsmith.ddd.vocabulary.words import WORDS


def test_the_page_elements_are_fifty_six_and_two() -> None:
    assert len(page_elements.LAYOUT_ELEMENTS) == 56
    assert page_elements.SUB_ELEMENTS == ("Column", "Tab")
    assert page_elements.LAYOUT_ELEMENTS[:4] == ("Action", "Alert", "Anchor", "Avatar")


def test_every_parent_of_a_sub_element_is_an_element_with_children() -> None:
    for parents in page_elements.PARENTS.values():
        assert all(page_elements.ELEMENTS[parent].children for parent in parents)


def test_texts_that_people_see_are_marked() -> None:
    assert page_elements.ELEMENTS["Stat"].visible_positions == (0, 1)
    assert page_elements.ELEMENTS["Alert"].visible_names == {"title"}
    assert page_elements.ELEMENTS["Field"].visible_positions == ()
    assert page_elements.ELEMENTS["Card"].children


def test_every_bindable_input_binds() -> None:
    assert all(page_elements.ELEMENTS[name].named["bind"] == "name" for name in page_elements.BINDABLE_INPUTS)


def test_every_platform_storage_and_pack_is_a_word_of_the_language() -> None:
    assert set(platforms.PLATFORMS) == set(platforms.PLATFORM_WORDS)
    for names in (platforms.PLATFORMS, platforms.DESIGN_PACKS, storages.STORAGES, storages.RESOURCE_KINDS):
        assert set(names) <= WORDS
    assert set(platforms.FRAMEWORK_WORDS) <= WORDS


def test_a_platform_is_found_with_and_without_its_version() -> None:
    node = platforms.PLATFORMS["node"]
    assert platforms.platform_of("node") is node
    assert platforms.platform_of("node@v9") is node
    assert platforms.platform_of("react") is platforms.PLATFORMS["react"]
    assert platforms.platform_of("react@v1") is None
    assert platforms.platform_of("rust") is None


def test_verbs_belong_to_kinds_of_resources() -> None:
    assert set(storages.VERBS) <= set(storages.RESOURCE_KINDS)


def test_every_kind_of_resource_has_a_storage() -> None:
    assert {kind for storage in storages.STORAGES.values() for kind in storage.kinds} == set(
        storages.RESOURCE_KINDS
    )
