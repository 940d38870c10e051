"""Where series are found; nothing else names them all."""

from collections.abc import Mapping
from types import MappingProxyType

from core.rules.bcs.system import Bcs
from core.rules.kernel.system import System
from core.rules.new_scs.system import NewScs
from core.rules.scs.system import Scs
from core.rules.tcs.system import Tcs
from core.rules.vcs.system import Vcs

SYSTEMS: Mapping[str, System] = MappingProxyType({system.series: system for system in (Tcs(), Scs(), NewScs(), Bcs(), Vcs())})
"""Series by their short name."""
