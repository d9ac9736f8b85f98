"""What kinds of tool version there are."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Form(Enum):
    """What kind of tool version this is; it fixes the shape of input and answer."""

    READ = "read"
    PREVIEW = "preview"
    COMMIT = "commit"
    WRITE = "write"
    STATUS = "status"
    POLL = "poll"
    CANCEL = "cancel"


class EffectClass(Enum):
    """The business effect of a tool version."""

    READ = "read"
    PREVIEW = "preview"
    WRITE = "write"


EFFECT_OF_FORM: Mapping[Form, EffectClass] = {
    Form.READ: EffectClass.READ,
    Form.STATUS: EffectClass.READ,
    Form.POLL: EffectClass.READ,
    Form.PREVIEW: EffectClass.PREVIEW,
    Form.COMMIT: EffectClass.WRITE,
    Form.WRITE: EffectClass.WRITE,
    Form.CANCEL: EffectClass.WRITE,
}
