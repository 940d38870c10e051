"""Where series are found; nothing else names them all."""

from collections.abc import Mapping
from types import MappingProxyType

from core.rules.bcs import audit as of_bcs
from core.rules.bcs.system import Bcs
from core.rules.kernel.phase_checks import COMMON, Check
from core.rules.kernel.system import System
from core.rules.new_scs import audit as of_new_scs
from core.rules.new_scs.system import NewScs
from core.rules.scs import audit as of_scs
from core.rules.scs.system import Scs
from core.rules.tcs import audit as of_tcs
from core.rules.tcs.system import Tcs
from core.rules.vcs import audit as of_vcs
from core.rules.vcs.system import Vcs

SYSTEMS: Mapping[str, System] = MappingProxyType({system.series: system for system in (Tcs(), Scs(), NewScs(), Bcs(), Vcs())})
"""Series by their short name."""

CHECKS: Mapping[str, Mapping[str, Check]] = MappingProxyType(
    {
        series: MappingProxyType({**COMMON, **checks})
        for series, checks in (
            ("tcs", of_tcs.CHECKS),
            ("scs", of_scs.CHECKS),
            ("new-scs", of_new_scs.CHECKS),
            ("bcs", of_bcs.CHECKS),
            ("vcs", of_vcs.CHECKS),
        )
    }
)
"""What is looked after at the end of phases, by the short name of the series and by its name in the sequence of play."""
