"""Where series are found; nothing else names them all."""

from collections.abc import Mapping
from types import MappingProxyType

from core.rules.kernel.system import System
from core.rules.tcs.system import Tcs

SYSTEMS: Mapping[str, System] = MappingProxyType({system.series: system for system in (Tcs(),)})
"""Series by their short name."""
