"""Names of theorem-like environments, by class and by language."""

from __future__ import annotations

from porism.forge.latex.words import words

CAPTIONS = words(
    "theorem lemma proposition corollary definition remark example conjecture proof claim fact",
    "assumption algorithm axiom case condition criterion exercise notation note problem",
    "question solution summary acknowledgement conclusion hypothesis",
)
"""Keys of ``\theoremname`` and its like."""
TRANSLATED = {
    "german": {
        "theorem": "Satz", "lemma": "Lemma", "proposition": "Proposition", "corollary": "Korollar",
        "definition": "Definition", "remark": "Bemerkung", "example": "Beispiel",
        "conjecture": "Vermutung", "proof": "Beweis", "claim": "Behauptung",
    },
    "french": {
        "theorem": "Théorème", "lemma": "Lemme", "proposition": "Proposition",
        "corollary": "Corollaire", "definition": "Définition", "remark": "Remarque",
        "example": "Exemple", "conjecture": "Conjecture", "proof": "Démonstration",
    },
    "russian": {
        "theorem": "Теорема", "lemma": "Лемма", "proposition": "Предложение",
        "corollary": "Следствие", "definition": "Определение", "remark": "Замечание",
        "example": "Пример", "conjecture": "Гипотеза", "proof": "Доказательство",
    },
}  # fmt: skip

LLNCS = (
    "theorem=Theorem lemma=Lemma proposition=Proposition corollary=Corollary definition=Definition "
    "remark=Remark claim=Claim* conjecture=Conjecture example=Example exercise=Exercise note=Note "
    "problem=Problem property=Property question=Question solution=Solution case=Case"
)
_ACM = (
    "theorem=Theorem conjecture=Conjecture@theorem proposition=Proposition@theorem "
    "lemma=Lemma@theorem corollary=Corollary@theorem example=Example@theorem "
    "definition=Definition@theorem"
)
_BEAMER = (
    "theorem=Theorem corollary=Corollary@theorem definition=Definition@theorem "
    "definitions=Definitions@theorem fact=Fact@theorem example=Example@theorem "
    "examples=Examples@theorem lemma=Lemma@theorem problem=Problem@theorem "
    "solution=Solution@theorem"
)
_SIAM = (
    "theorem=Theorem lemma=Lemma@theorem corollary=Corollary@theorem "
    "proposition=Proposition@theorem definition=Definition@theorem"
)
_LIPICS = (
    "theorem=Theorem lemma=Lemma@theorem corollary=Corollary@theorem "
    "proposition=Proposition@theorem conjecture=Conjecture@theorem observation=Observation@theorem "
    "exercise=Exercise@theorem definition=Definition@theorem example=Example@theorem "
    "note=Note@theorem note*=Note* "
    "remark=Remark@theorem remark*=Remark* claim=Claim@theorem "
    "claim*=Claim*"
)
_SMF = (
    "theo=Théorème prop=Proposition@theo conj=Conjecture@theo coro=Corollaire@theo lemm=Lemme@theo "
    "defi=Définition@theo rema=Remarque@theo exem=Exemple@theo"
)
_JMLR = (
    "example=Example theorem=Theorem lemma=Lemma@theorem proposition=Proposition@theorem "
    "remark=Remark@theorem corollary=Corollary@theorem definition=Definition@theorem "
    "conjecture=Conjecture@theorem axiom=Axiom@theorem"
)
DECLARED_BY = {
    "llncs": LLNCS, "svjour": LLNCS, "svjour3": LLNCS, "svmult": LLNCS, "svmono": LLNCS,
    "svproc": LLNCS, "acmart": _ACM, "beamer": _BEAMER, "siamltex": _SIAM, "siamart": _SIAM,
    "siamart0216": _SIAM, "siamart171218": _SIAM, "siamart190516": _SIAM, "siamart220329": _SIAM,
    "siamonline": _SIAM, "siamonline190516": _SIAM, "siamonline220329": _SIAM,
    "lipics": _LIPICS, "lipics-v2016": _LIPICS, "lipics-v2018": _LIPICS, "lipics-v2019": _LIPICS,
    "lipics-v2021": _LIPICS, "oasics-v2019": _LIPICS, "oasics-v2021": _LIPICS,
    "smfthm": _SMF, "jmlr": _JMLR, "jmlr2e": _JMLR, "colt2023": _JMLR,
}  # fmt: skip
"""Classes and packages that bring environments: ``name=Display@shared``, ``*`` unnumbered."""

WELL_KNOWN = {
    name: display
    for display, names in {
        "Theorem": "theorem thm theo theor thrm Theorem Thm teorema maintheorem mainthm theorem* "
        "thm*",
        "Théorème": "theoreme théorème",
        "Satz": "satz Satz",
        "Lemma": "lemma lem lemm lemma* lem* Lemma Lem hilfssatz",
        "Lemme": "lemme",
        "Sublemma": "sublemma sublem",
        "Proposition": "proposition prop proposition* prop* Proposition Prop",
        "Corollary": "corollary cor coro corol corollary* cor* Corollary Cor",
        "Corollaire": "corollaire",
        "Korollar": "korollar",
        "Conjecture": "conjecture conj conjecture* Conjecture",
        "Claim": "claim claim* clm Claim",
        "Fact": "fact",
        "Criterion": "criterion",
        "Property": "property",
        "Principle": "principle",
        "Scholium": "scholium",
        "Vermutung": "vermutung",
        "Behauptung": "behauptung",
        "Folgerung": "folgerung",
        "Observation": "observation obs",
        "Definition": "definition defn defi dfn defin definition* Definition Def",
        "Définition": "définition",
        "Remark": "remark rem rmk remark* Remark Rem",
        "Remarque": "remarque",
        "Bemerkung": "bemerkung",
        "Beispiel": "beispiel",
        "Example": "example exmp exm exa example* Example",
        "Exemple": "exemple",
        "Problem": "problem Problem",
        "Question": "question Question",
        "Exercise": "exercise",
        "Notation": "notation",
        "Assumption": "assumption",
        "Hypothesis": "hypothesis",
    }.items()
    for name in names.split()
}
"""Names that an environment without a declaration (its class is not at hand) is trusted by."""
