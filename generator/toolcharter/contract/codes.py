"""The pinned code lists: countries and currencies.

Countries are the officially assigned alpha-2 codes of ISO 3166-1 (249 entries, state of February
2026). Currencies are the active codes of ISO 4217, list one as published on 1 January 2026, with
their minor units. Codes without a minor unit (metals, drawing rights, test codes) cannot hold an
amount and are left out, as are withdrawn ones.

A new edition is a change of this file: it changes every schema that holds a code list.
"""

from __future__ import annotations

from collections.abc import Mapping

_COUNTRIES = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO
    BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ
    DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP
    GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
    KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML
    MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE
    PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
    SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM
    US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""

COUNTRIES: tuple[str, ...] = tuple(_COUNTRIES.split())

_CURRENCIES_BY_DECIMALS: Mapping[int, str] = {
    0: """
        BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
    """,
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP
        BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB
        EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
        KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
        MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
        RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
        TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
    """,
    3: """
        BHD IQD JOD KWD LYD OMR TND
    """,
    4: """
        CLF UYW
    """,
}

CURRENCY_DECIMALS: Mapping[str, int] = dict(
    sorted(
        (code, decimals)
        for decimals, codes in _CURRENCIES_BY_DECIMALS.items()
        for code in codes.split()
    )
)
"""The digits of the minor unit of each currency: ``EUR`` 2, ``JPY`` 0, ``KWD`` 3."""

CURRENCIES: tuple[str, ...] = tuple(CURRENCY_DECIMALS)
