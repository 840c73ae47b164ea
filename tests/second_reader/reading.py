"""Reads all games of a folder of archives."""

import os

from . import charsets, files, others, sgf
from .game import Game


def games(root):
    for place in files.walk(root):
        name = place.members[-1] if place.members else place.path
        suffix = os.path.splitext(name)[1].lower()
        text, charset = charsets.decode(place.data)
        text = text.replace("\x00", "")
        form, trees = others.read(suffix, text) or ("sgf", sgf.read(text))
        for number, tree in enumerate(trees, 1):
            yield Game(place, number, form, charset, tree)
