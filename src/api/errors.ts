/** The errors that a caller can get: code, status, form and sentence. `docs/errors.md` explains each. */

/**
 * How the registry API words an error (rdp-protocol 1.14): `text` is the bare sentence, `document` the default error
 * document, `challenge` the sentence of a refused token with `WWW-Authenticate`.
 */
export type ErrorForm = 'text' | 'document' | 'challenge';

type Details = Readonly<Record<string, string | number>>;
export type ErrorEntry = {
  status: number;
  form: ErrorForm;
  /** `{…}` is replaced by a detail of the error. */
  sentence: string;
  /** When it is answered, for the documents of the API; empty where they do not show it. */
  when: string;
  /** The details with which these documents show it. */
  example: Details;
};

function text(status: number, sentence: string, when?: string, example?: Details): ErrorEntry {
  return entry(status, 'text', sentence, when, example);
}

function document(status: number, sentence: string, when?: string, example?: Details): ErrorEntry {
  return entry(status, 'document', sentence, when, example);
}

function challenge(status: number, sentence: string, when?: string, example?: Details): ErrorEntry {
  return entry(status, 'challenge', sentence, when, example);
}

function entry(status: number, form: ErrorForm, sentence: string, when = '', example: Details = {}): ErrorEntry {
  return { status, form, sentence, when, example };
}

/** Every error by its code. */
export const ERRORS = {
  'parameter-missing': document(400, "The parameter '{name}' is missing. {hint}", 'A required parameter is missing', {
    name: 'symbol',
    hint: 'It names the gene to search.',
  }),
  'parameter-invalid': document(
    400,
    "The parameter '{name}' cannot be '{found}'. Allowed: {allowed}.",
    'A parameter has a value it cannot have',
    {
      name: 'researcherCategories',
      found: 'IN_SITU',
      allowed: 'IN_SILICO, IN_VITRO_BIOCHEMICAL, IN_VITRO_CELLS, IN_VITRO_STRUCTURAL, IN_VIVO, OTHER, IN_VITRO',
    },
  ),
  'unknown-parameter': document(400, "There is no parameter '{found}' here. Allowed: {allowed}."),
  'repeated-parameter': document(400, "The parameter '{name}' is given {found} times. Allowed: once."),
  'parameter-garbled': document(
    400,
    "The parameter '{name}' holds characters that cannot be read. Allowed: text in UTF-8.",
  ),
  'parameter-too-long': document(
    400,
    "The parameter '{name}' has a text of {found} characters. Allowed: at most {allowed}.",
  ),
  'too-many-values': document(400, "The parameter '{name}' has {found} values. Allowed: at most {allowed}."),
  'path-invalid': document(400, "'{found}' is not {allowed}.", 'The ID in the path has the wrong form', {
    found: 'abc',
    allowed: 'a UUID',
  }),
  'escape-invalid': document(
    400,
    "The address holds '{found}', which is no percent escape. Allowed: % and two hexadecimal digits.",
    'The address holds a broken percent escape',
    { found: '%zz' },
  ),
  'path-forbidden': document(
    400,
    'The path holds {found}, which no address here has.',
    'The path holds what no address here has',
    { found: '";"' },
  ),
  'address-too-long': document(
    414,
    'The address has {found} characters. Allowed: {allowed}.',
    'The address is longer than this registry reads',
    { found: 20000, allowed: 16384 },
  ),
  'search-mode-missing': document(
    400,
    'A search for researchers needs nameLike (with prefix), descriptionLike, or both.',
    'Neither `nameLike` nor `descriptionLike` is given',
  ),
  'sort-unknown': document(
    400,
    "The answer cannot be sorted by '{found}'. Allowed: {allowed}, each with ',asc' or ',desc'.",
    'The listing cannot be sorted so',
    { found: 'password', allowed: 'id' },
  ),
  'unknown-tier': text(400, 'Unknown tier: {tier}.', '`tier` has a value it cannot have', { tier: 'TIER4' }),
  'unknown-taxon-searched': text(404, 'Unknown taxon ID: {taxonId}.', 'There is no such taxon', { taxonId: 1 }),
  'empty-symbol': text(400, 'Gene symbol cannot be empty.', '`symbol` is empty'),
  'unknown-symbol': text(404, 'Unknown gene with symbol: {symbol}.', 'The taxon has no gene with that symbol', {
    symbol: 'NOPE',
  }),
  'no-orthologs': text(
    404,
    'Could not find any orthologs with given parameters.',
    'The gene has no ortholog in that taxon',
  ),
  'ontology-lists-differ': text(
    400,
    "The 'ontologyNames' and 'ontologyTermIds' lists must have the same size.",
    '`ontologyNames` and `ontologyTermIds` are not equally long',
  ),
  'unknown-ontologies': text(
    400,
    'The following ontologies do not exist in this registry: {names}.',
    'An ontology in `ontologyNames` cannot be retrieved',
    { names: 'nope, zebra' },
  ),
  'unknown-taxon': text(404, 'No taxon with ID {taxonId}.', 'There is no such taxon', { taxonId: 1 }),
  'unknown-ontology': text(404, 'No ontology {ontologyName}.', 'There is no such ontology', { ontologyName: 'nope' }),
  'unknown-term': text(404, 'No ontology term {termId} in ontology {ontologyName}.', 'There is no such term', {
    termId: 'HP:0000000',
    ontologyName: 'hp',
  }),
  'unknown-user': text(404, 'Unknown user with ID: {userId}.', 'There is no such user', { userId: 4711 }),
  'unknown-anonymous-user': text(
    404,
    'Unknown user with anonymous ID: {anonymousId}.',
    'The anonymous ID is unknown or has expired',
    { anonymousId: '00000000-0000-4000-8000-000000000000' },
  ),
  'unknown-anonymous-gene': text(
    404,
    'Unknown gene with anonymous ID: {anonymousId}.',
    'The anonymous ID is unknown or has expired',
    { anonymousId: '00000000-0000-4000-8000-000000000000' },
  ),
  'access-denied': text(401, 'Access is denied', 'The user exists, but the caller may not see the profile'),
  'unknown-token': challenge(401, 'No user associated to the provided API token.', 'The token belongs to nobody'),
  'expired-token': challenge(401, 'API token is expired.', 'The token has expired'),
  'invalid-token': challenge(401, 'API token is invalid.', 'The account of the token is disabled'),
  'remote-account-missing': challenge(
    401,
    'The remote search user is not configured correctly: {reason}.',
    'The account that partners act as is missing here',
    { reason: 'no user can be found with ID 1' },
  ),
  'no-endpoint': text(
    404,
    'No endpoint found for your request URL.',
    'The token is tied to no partner, or there is none',
  ),
  'no-page': document(404, 'There is nothing at this address.', 'There is no such thing'),
  'method-not-allowed': document(
    405,
    '{method} is not possible here. Allowed: {allowed}.',
    'Another method than GET or HEAD',
    { method: 'POST', allowed: 'GET' },
  ),
  'not-acceptable': document(
    406,
    'This address answers {offered}, which the Accept header excludes.',
    'The `Accept` header excludes what is offered',
    { offered: 'application/json' },
  ),
  'api-disabled': document(
    503,
    'Public API is not available for this registry.',
    'The registry does not offer its API',
  ),
  'search-mode-disabled': document(
    503,
    'Searching {what} is switched off in this registry.',
    'This kind of search is switched off',
    { what: 'by gene' },
  ),
  'anonymised-results-disabled': document(
    503,
    'This registry issues no anonymous IDs: anonymized search results are switched off.',
    'Anonymized search results are switched off',
  ),
  'data-replaced': document(503, 'The data were replaced while this answer was put together. Please ask again.'),
  'data-not-read-yet': document(
    503,
    'This registry is being read for the first time. Please ask again in some minutes.',
  ),
  'data-not-compared-yet': document(
    503,
    'This registry has just started and is comparing its data with their source. Please ask again in a moment.',
  ),
  'record-withheld': document(
    503,
    'This cannot be answered at the moment, as the data of this registry are being updated. Please ask again later.',
  ),
  'data-too-old': document(
    503,
    'This registry could not compare its data with their source for too long. Please ask again later.',
  ),
  'state-unavailable': document(
    503,
    'Access tokens, requests for access and feeds cannot be looked up at the moment. Please ask again later.',
  ),
  'unknown-origin': document(
    400,
    "There is no registry '{found}' here. Allowed: {allowed}.",
    'A registry is named that is not asked from here',
    { found: 'nope', allowed: 'local, partner-b' },
  ),
  'cursor-invalid': document(
    400,
    'The cursor is not one that this registry wrote. Allowed: the cursor of an answer, unchanged.',
    'The cursor was changed, or comes from elsewhere',
  ),
  'cursor-of-another-question': document(
    400,
    'The cursor belongs to another question. Allowed: the cursor with the parameters it came from.',
    'The cursor came with other parameters',
  ),
  'paging-conflict': document(
    400,
    "'{found}' cannot be given here. {hint}",
    'A parameter of paging cannot be used here',
    { found: 'page', hint: 'A streamed search holds every record; ask for application/json to get pages.' },
  ),
  'origin-record-unknown': document(404, '{origin} has no such record.', 'The registry has no such record', {
    origin: 'Partner B',
  }),
  'origin-access-denied': document(
    403,
    '{origin} does not let you read this record.',
    'The registry does not let the caller read the record',
    { origin: 'Partner B' },
  ),
  'origin-unsupported': document(501, '{origin} {reason}.', 'The version of the registry cannot be asked this', {
    origin: 'Partner B',
    reason: 'is too old',
  }),
  'origin-timed-out': document(504, '{origin} {reason}.', 'The registry did not answer in time', {
    origin: 'Partner B',
    reason: 'did not answer within 3 s',
  }),
  'origin-failed': document(502, '{origin} {reason}.', 'The registry gave no usable answer', {
    origin: 'Partner B',
    reason: 'refuses connections',
  }),
  'origin-unavailable': document(503, '{origin} {reason}.', 'The registry is busy, or its circuit breaker is open', {
    origin: 'Partner B',
    reason: 'is not asked for a while, as it refuses connections',
  }),
  'search-criterion-missing': document(400, 'At least one search criterion must be provided.'),
  'feed-too-broad': document(
    400,
    'A feed is for a question that finds at most {allowed} people; this one finds {found}.',
    'The question finds too many people for a feed',
    { allowed: 1000, found: 1200 },
  ),
  'list-invalid': document(
    400,
    'The list of genes cannot be read: there is {found}. Allowed: {allowed}.',
    'The body is no list of genes',
    { found: 'neither genes nor text', allowed: 'one of genes and text' },
  ),
  'list-too-long': document(
    400,
    'The list has {found} genes. Allowed: at most {allowed}.',
    'More than a hundred genes',
    {
      found: 101,
      allowed: 100,
    },
  ),
  'body-invalid': document(400, 'The body cannot be read. Allowed: {allowed}.', 'The body is no JSON', {
    allowed: 'JSON in UTF-8',
  }),
  'member-invalid': document(
    400,
    "The member '{name}' of the body is {found}. Allowed: {allowed}.",
    'A member of the body is missing, or has a value it cannot have',
    { name: 'text', found: 'missing', allowed: 'a text of 1 to 4000 characters' },
  ),
  'body-type-invalid': document(415, 'The body is {found}. Allowed: {allowed}.', 'The body is not sent as JSON', {
    found: 'of another type',
    allowed: 'application/json',
  }),
  'body-too-large': document(413, 'The body has more than {allowed} bytes.', 'The body is too large', {
    allowed: 65536,
  }),
  'too-many-lists': document(
    503,
    'Too many lists of genes are being searched for, here or from your address. Please ask again in {retryAfterSeconds} seconds.',
    'Too many lists at once',
    { retryAfterSeconds: 10 },
  ),
  'form-invalid': document(400, 'The form cannot be read. Allowed: {allowed}.'),
  'token-needed': challenge(401, 'This address needs the API token of an administrator.', 'No token came'),
  'administrators-only': document(
    403,
    'This address is for administrators of this registry.',
    'The caller is no administrator of this registry',
  ),
  'account-unfit': document(400, 'There is no account {found} that may use a token.', 'The account may use no token', {
    found: 7,
  }),
  'account-full': document(
    400,
    'The account {found} has {allowed} tokens, the most allowed.',
    'The account has the most tokens allowed',
    { found: 7, allowed: 100 },
  ),
  'request-changed': document(
    409,
    'The request has changed meanwhile: it is {found} now. Nothing was saved.',
    'The request has changed since it was read',
    { found: 'accepted' },
  ),
  'request-not-forwarded': document(
    409,
    'The request cannot be forwarded by message: {reason}.',
    'The request cannot be forwarded',
    { reason: 'it is answered' },
  ),
  'form-from-elsewhere': document(403, 'The form was sent by another website. Allowed: the page of this registry.'),
  'form-too-large': document(413, 'The form holds more than {allowed} bytes.'),
  'too-many-requests': document(429, 'Too many requests came from your address. Please try again in {minutes} min.'),
  'too-many-questions': document(
    429,
    'Too many questions came from your address or with your token. Please ask again in {retryAfterSeconds} seconds.',
    'Too many questions came within a minute',
    { retryAfterSeconds: 42 },
  ),
  'too-much-work': document(
    429,
    'Your address or your token asked for more records than may be within a minute. Please ask again in {retryAfterSeconds} seconds.',
    'Too many records were asked for within a minute',
    { retryAfterSeconds: 42 },
  ),
  'too-many-searches': document(
    503,
    'Too many searches are under way here. Please ask again in {retryAfterSeconds} seconds.',
    'Too many searches are under way',
    { retryAfterSeconds: 2 },
  ),
  'too-much-unread': document(
    503,
    'Too many answers are waiting here until their readers take them. Please ask again in {retryAfterSeconds} seconds.',
    'Too many answers are not read yet',
    { retryAfterSeconds: 2 },
  ),
  'too-many-exports': document(
    503,
    'Too many files of searches are under way, here or from your address. Please ask again in {retryAfterSeconds} seconds.',
    'Too many files are under way',
    { retryAfterSeconds: 10 },
  ),
  stopping: document(503, 'This registry is stopping. Please ask again in a moment.'),
  internal: document(500, 'Something went wrong here; it has been logged. Please try again later.'),
} satisfies Record<string, ErrorEntry>;

/** The parameters that errors are about which do not name them in their details: the first that was given. */
export const ABOUT_PARAMETERS: { readonly [Code in keyof typeof ERRORS]?: readonly string[] } = {
  'search-mode-missing': ['descriptionLike'],
  'sort-unknown': ['sort'],
  'unknown-tier': ['tier'],
  'empty-symbol': ['symbol'],
  'ontology-lists-differ': ['ontologyTermIds', 'ontologyNames'],
  'unknown-ontologies': ['ontologyNames'],
  'unknown-origin': ['origins', 'wait', 'origin', 'partner'],
  'cursor-invalid': ['cursor'],
  'cursor-of-another-question': ['cursor'],
};
