"""What is beyond OpenAPI: requests that are refused or taken for what their parameters are together, or for what only the
data here can show. Both documents say all of it in words. These requests are not sent; everything else is."""

import unicodedata
from urllib.parse import urlencode

import one_parse_at_a_time  # noqa: F401
import schemathesis

# What is longer is no request that reaches the API: the server refuses it in plain text.
LONGEST_QUERY = 15_000
LAST_RECORD = 2**31 - 1
LARGEST_SIZE = 2000
SIZES = ("size", "sizeOfEach")
DEFAULT_SIZE = 20
REGISTRIES = ["local", "fjordnet", "pampanet"]
LISTS_OF_TEXTS = ["organUberonIds", "ontologyTermIds"]
LISTS_OF_WORDS = [
    "tiers",
    "researcherPositions",
    "researcherPosition",
    "researcherCategories",
    "researcherCategory",
    "sort",
    "facets",
]


def values_of(case, name):
    """The values of a query parameter as they are sent."""
    value = (case.query or {}).get(name)
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def number_of(case, name, default, smallest):
    """A number as pages are asked for: what is none counts as not given."""
    text = (values_of(case, name) or [""])[0]
    value = int(text) if text.lstrip("+-").isdecimal() else default
    return value if smallest <= value <= LAST_RECORD else default


def has_no_criterion(case):
    """A search for researchers needs a name, with `prefix`, or a description: one of two."""
    if not case.path.endswith("/users/search") or values_of(case, "descriptionLike"):
        return False
    return not values_of(case, "nameLike") or not any(values_of(case, "prefix"))


def begins_beyond_the_last_record(case):
    """How high `page` may be depends on `size`."""
    name = next((one for one in reversed(SIZES) if values_of(case, one)), "size")
    size = min(number_of(case, name, DEFAULT_SIZE, 1), LARGEST_SIZE)
    return number_of(case, "page", 0, 0) * size > LAST_RECORD


def names_ontologies(case):
    """The two lists of terms must be equally long, and which ontologies there are is in the data."""
    return bool(values_of(case, "ontologyNames"))


def has_a_made_up_cursor(case):
    """A cursor is signed, and knows its page and size."""
    return any(values_of(case, "cursor"))


def gives_what_is_not_read(case):
    """`tiers` beside `tier`, `prefix` without a name, and `sort` where the terms are named."""
    if values_of(case, "tier") and values_of(case, "tiers"):
        return True
    if values_of(case, "prefix") and not values_of(case, "nameLike"):
        return True
    return case.path.endswith("/terms") and bool(values_of(case, "ontologyTermIds")) and bool(values_of(case, "sort"))


def is_unseen(text):
    """Characters for formats and for control are not searched for, so a text of them and of blanks alone is blank."""
    return isinstance(text, str) and all(one.isspace() or unicodedata.category(one) in ("Cc", "Cf") for one in text)


def searches_what_nobody_sees(case):
    """A pattern cannot name these characters in a way that every reader of OpenAPI knows."""
    if not case.path.startswith("/api/federated"):
        return False
    body = case.body if isinstance(case.body, dict) else {}
    texts = body.get("text") if isinstance(body.get("text"), list) else []
    genes = body.get("genes") if isinstance(body.get("genes"), list) else []
    symbols = [gene.get("symbol") for gene in genes if isinstance(gene, dict)]
    return any(is_unseen(text) for text in [*values_of(case, "symbol"), *texts, *symbols])


def gives_a_blank_for_a_word(case):
    """A list that is given once and blank is the empty list, which OpenAPI cannot distinguish from a list of one blank."""
    return any(not value.strip() for name in LISTS_OF_WORDS for value in values_of(case, name))


def looks_like_something_valid(case):
    """In an address one text is a list of one, a number given twice is a number, the first, and a blank one is not given."""
    query = case.query or {}
    is_list_of_one = any(name in query and not isinstance(query[name], list) for name in LISTS_OF_TEXTS)
    return is_list_of_one or any(isinstance(query.get(name), list) or query.get(name) == "" for name in ("page", *SIZES))


def is_longer_than_what_is_read(case):
    """The lengths and numbers that each parameter may have are, all together, more than an address may have."""
    return len(urlencode(case.query or {}, doseq=True)) > LONGEST_QUERY


def counts_as_another_number(case):
    """Of a size above the largest the largest is taken, and at `/api` what is no number of a page counts as not given."""
    given = [(name, text) for name in ("page", *SIZES) for text in values_of(case, name)]
    if case.path.startswith("/api/federated"):
        return any(name in SIZES and text.isdecimal() and LARGEST_SIZE < int(text) <= LAST_RECORD for name, text in given)
    smallest = {"page": 0, "size": 1, "sizeOfEach": 1}
    return any(
        not text.isdecimal() or not smallest[name] <= int(text) <= (LARGEST_SIZE if name == "size" else LAST_RECORD)
        for name, text in given
    )


def names_another_registry(case):
    """Which registries there are is the configuration's, and changes while the program runs."""
    body = case.body if isinstance(case.body, dict) else {}
    listed = body.get("origins") if isinstance(body.get("origins"), list) else []
    given = [text for name in ("origins", "origin", "wait") for text in values_of(case, name)]
    named = [*given, *map(str, listed)]
    return any(key.strip() not in REGISTRIES for text in named for key in text.split(",") if key.strip())


def pages_a_count(case):
    """A count holds no records, so pages of it cannot be asked for."""
    is_count = any(value in ("boolean", "count") for value in values_of(case, "granularity"))
    return is_count and any(name in (case.query or {}) for name in ("page", *SIZES, "cursor", "fields"))


def asks_for_access(case):
    """Ids are sealed and end, and a contact is an address that mail reaches: what has the form of a request is none yet."""
    body = case.body if isinstance(case.body, dict) else {}
    return case.path.endswith("/access-requests") and isinstance(body.get("contact"), str)


BEYOND_OPENAPI = [
    asks_for_access,
    is_longer_than_what_is_read,
    counts_as_another_number,
    names_another_registry,
    pages_a_count,
    has_no_criterion,
    begins_beyond_the_last_record,
    names_ontologies,
    has_a_made_up_cursor,
    gives_what_is_not_read,
    searches_what_nobody_sees,
    gives_a_blank_for_a_word,
    looks_like_something_valid,
]


@schemathesis.hook
def filter_case(context, case):
    return not any(is_beyond(case) for is_beyond in BEYOND_OPENAPI)
