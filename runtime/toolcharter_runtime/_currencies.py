"""How many decimals the minor unit of a currency has (ISO 4217)."""

from __future__ import annotations

_USUAL = 2
_UNUSUAL = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_DECIMALS = {code: digits for digits, codes in _UNUSUAL.items() for code in codes.split()}


def decimals_of(currency: str) -> int:
    """``EUR`` 2, ``JPY`` 0, ``KWD`` 3."""
    return _DECIMALS.get(currency, _USUAL)
