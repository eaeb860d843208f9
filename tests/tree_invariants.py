"""What must hold of every tree that the parser makes, whatever the text."""

from loomsmith.ddd.syntax.node import Node, children, references, walk


def faults_of_tree(tree, text):
    """The violations found, in words; none for a sound tree."""
    found = []
    for node in walk(tree):
        if node.span is None:
            found.append(f"{node!r} has no span")
            continue
        start, end = node.span
        if not 0 <= start <= end <= len(text):
            found.append(f"{node!r} does not lie in the text")
        for child in children(node):
            if child.parent is not node:
                found.append(f"{child!r} has another parent than {node!r}")
            if child.span is not None and not (start <= child.span[0] and child.span[1] <= end):
                found.append(f"{child!r} sticks out of {node!r}")
        for field, span in _spans(node):
            if not start <= span[0] <= span[1] <= end:
                found.append(f"{field} of {node!r} sticks out: {span}")
        for field, ref in references(node):
            if ref.span is None or not start <= ref.span[0] <= ref.span[1] <= end:
                found.append(f"{field} of {node!r} sticks out: {ref.span}")
            elif "".join(text[ref.span[0] : ref.span[1]].split()) != ref.text and "/" not in text:
                found.append(f"{field} of {node!r} is not what stands in its place")
        name = getattr(node, "name", None)
        if name and "name" in node.spans:
            written = text[node.spans["name"][0] : node.spans["name"][1]]
            if written.strip('"').strip("'") != name and "\\" not in written:
                found.append(f"the name of {node!r} is not what stands in its place: {written!r}")
    return found


def unplaced_fields(tree):
    """The fields with a word, name or literal that have no span, as `Class.field`."""
    found = set()
    for node in walk(tree):
        for field in node.FIELDS:
            value = getattr(node, field)
            plain = isinstance(value, str | int) and value is not False and value != ""
            listed = isinstance(value, list) and value and isinstance(value[0], str)
            if (plain or listed) and field not in node.spans:
                found.add(f"{type(node).__name__}.{field}")
            if listed and field in node.spans and len(node.spans[field]) != len(value):
                found.add(f"{type(node).__name__}.{field} (count)")
    return found


def _spans(node: Node):
    for field, span in node.spans.items():
        if isinstance(span, list):
            for item in span:
                yield field, item
        elif span is not None:
            yield field, span
