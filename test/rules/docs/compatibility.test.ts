/** docs/compatibility.md: every difference that it names is what a test says, and every known quirk is accounted for. */

import { expect, test } from 'vitest';
import { recordedCases } from '../../contract/recorded-cases.ts';
import { codesIn, read, tablesOf } from '../../support/docs/read-markdown.ts';

const page = read('docs/compatibility.md');
const QUIRKS = 50;

/** What RDP answers, question by question. */
const RECORDED = 'contract/conformance: describeRecordings';

/** By the headings of the page: the file of the test, and words of its title. */
const SAID_BY: Record<string, Record<string, string>> = {
  'Who sees what': {
    'gene-privacy-inside-user-genes': 'registry/record/privacy: every researcher sees themself whole',
    'listings-show-what-the-caller-may-read': 'registry/record/privacy: is listed the users they may see',
    'null-level-is-private': 'registry/record/privacy: gets by id those they may read',
    'remote-account-is-never-listed': 'registry/record/privacy: is listed the genes they may see',
    'anonymous-id-answers-in-full': 'registry/record/anonymous-ids-resolved: answers in full whom the caller may read',
    'anonymous-id-stays': 'registry/record/anonymous-ids-resolved: the same person under the same id',
    'gene-keeps-its-researcher-to-itself':
      'registry/record/anonymous-ids-resolved: answers the person of a hidden gene',
    'anonymous-ids-are-sealed':
      'registry/record/anonymous-ids-resolved: those of a configured key work on every instance',
    'changes-count-at-once': 'registry/record/permission-withdrawn: as soon as they allow it',
    'user-search-finds-anonymised-users': 'registry/record/hidden-people: finds a hidden person, anonymised',
  },
  'What is found': {
    'both-filter-spellings-narrow': 'domain/query/filters: what is asked',
    'in-vitro-is-three-categories': 'domain/query/filters: what is asked',
    'unknown-ontologies-are-always-reported': 'registry/search/searches: is refused as %s',
    'no-character-is-a-wildcard': 'registry/search/searches: no sign that stands for any others elsewhere',
    'colliding-symbols': 'registry/search/suggestions: of one symbol come with the official',
    'ontology-names-in-any-case': RECORDED,
    'same-person-twice': 'registry/record/privacy: is listed the genes they may see',
    'text-is-folded-here': 'domain/folding: names and texts are found',
    'order-is-total': 'server/routes/paging-routes: is by id for researchers',
  },
  Records: {
    'synonyms-and-former-ids-are-filled': RECORDED,
    'missing-values-never-break-an-answer': 'registry/import/odd-data: what partners fail on is filled in',
    'identifiers-for-whoever-wants-them': 'server/routes/identifiers: byte for byte without identifiers',
    'texts-come-from-the-data': 'server/request/negotiation: in whatever language a caller would like',
  },
  Pages: {
    'searches-can-be-paged': 'server/routes/paging-routes: to the bare array that %s answers',
    'impossible-pages-are-refused': 'server/routes/paging-routes: so far beyond that it cannot be counted',
    'sorting-is-limited': 'domain/query/paging: that does not exist is refused with the orders that do',
    'pages-link-to-their-neighbours': 'server/routes/paging-routes: lead from the first page to the last',
  },
  Tokens: {
    'access-tokens-work': 'server/request/tokens: what a token opens',
    'tokens-are-compared-exactly': 'registry/accounts/accounts: nothing but the very token opens',
    'disabled-accounts-are-refused': 'registry/accounts/accounts: while its account is disabled',
    'bearer-without-token-is-401': 'server/request/tokens: is answered so, with the challenge',
    'plus-in-auth-is-repaired': 'server/request/tokens: with plus signs works as a parameter',
    'no-session': 'server/request/tokens: a cookie opens nothing',
    'remote-account-is-looked-up-when-used': 'server/request/tokens: when the account of partners is missing',
  },
  Requests: {
    'raw-addresses-are-served': 'server/raw-request: any address that has no control character is served',
    'texts-have-a-length': 'server/request/long-parameters: is refused by a sentence',
    'strange-paths-are-400': "server/request/methods: '%s' is part of none",
    'unknown-methods': 'server/request/methods: %s is refused',
    'no-http-is-plain-text': 'server/malformed-request: is answered 400',
    'error-documents-say-why': 'server/request/negotiation: is a document to whoever accepts',
    'the-description-is-exact': 'server/routes/openapi: of the registry API is OpenAPI 3.0.1',
    'no-yaml-description': 'server/request/methods: a suffix is part of an address',
    'legacy-stats': 'server/request/cors: the former statistics may be read by every website',
  },
  'Asking partners': {
    'partners-that-fail-are-reported': 'network/scripted/statuses: %s: the answer says so',
    'all-partners-are-asked-at-once': 'federation/fan-out: come in order of arrival, one from each source',
    'versions-are-read-leniently': 'domain/federation/partner-version: a version',
    'a-bad-record-is-one-record': 'federation/stages/sanitize: an answer is limited, and says why,',
    'a-refused-token-is-not-the-end': 'federation/stages/token-fallback: that is refused is not sent again',
    'records-carry-the-configured-origin': 'domain/sanitize/records: the origin',
    'versions-are-asked-without-token': 'federation/dialect/outgoing-requests: the requests of the table, and no other',
    'tokens-travel-in-headers': 'federation/dialect/outgoing-requests: the requests of the table, and no other',
    'filters-are-sent-as-they-are-read':
      'federation/dialect/outgoing-requests: the requests of the table, and no other',
    'what-rdp-fails-on-is-asked-in-pieces': 'federation/rdp/split-on-failure: a question that 1.5 fails on',
    'access-is-asked-for-by-post': 'network/access-requests: the registry of the record writes to whoever asked',
    'federated-routes-are-beside': 'rules/federated-routes: answers with every status that is described',
  },
  'Headers and browsers': {
    'other-origins-are-served': 'server/request/cors: is served what everybody is, without CORS headers',
    'foreign-preflights-are-200': 'server/request/cors: asks for leave in vain',
    'refusals-are-read-by-main-sites': 'server/request/cors: can read why it was refused',
    'several-main-sites': 'server/request/cors: may read, without credentials of the browser',
    'headers-are-exposed': 'server/request/cors: may read, without credentials of the browser',
    'mainsite-is-an-origin': 'server/request/cors: may end its name with a slash',
    'answers-can-be-cached': 'rules/cacheable-answers: gives what may be cached to everybody alike',
    'small-answers-are-not-compressed': 'server/request/negotiation: is spared to small answers and to errors',
    'other-safety-headers': 'server/malformed-request: the headers of every answer are those of %j',
  },
  Defaults: {
    'the-api-is-on': 'rules/docs/configuration: gives every key the default that the schema has',
    'another-short-name': 'rules/docs/configuration: gives every key the default that the schema has',
  },
  'As in RDP': {
    'user-id-oracle': 'registry/record/privacy: and is denied the rest',
    'half-a-filter': 'domain/query/filters: names these ontologies without terms',
    'unknown-terms': RECORDED,
    'unknown-ortholog-taxon': 'registry/search/searches: all, where an organism is unknown',
    'no-full-names': RECORDED,
    'empty-search': RECORDED,
    'genes-of-hidden-lists': 'registry/record/hidden-people: show the genes of somebody whose gene list is hidden',
    'tier3-in-listings': 'registry/record/privacy: is listed the genes they may see, of every tier',
    'null-names': 'registry/import/odd-data: what partners fail on is filled in',
    'tier3-alone': 'server/routes/tier-3: nobody is found, and it is not said that there is nobody',
    'anonymised-records': 'registry/search/searches: a position, also of a person whose name is withheld',
    'login-address': 'rules/docs/privacy-page: the table of e-mail addresses',
    'prefix-rule': 'domain/query/user-query: the mode',
    'directed-orthologs': 'registry/search/searches: is refused as %s',
    'two-kinds-of-404': 'server/request/negotiation: that is a sentence is sent whatever is accepted',
  },
};
const said = Object.values(SAID_BY).flatMap((rows) => Object.values(rows).map((one) => one.split(': ', 2)));

test('docs/compatibility.md names every difference that a test says, under its heading, and no other', () => {
  const named = tablesOf(page).map(({ under, rows }) => [under, rows.map(([cell = '']) => codesIn(cell)[0])]);
  expect(named).toEqual(Object.entries(SAID_BY).map(([heading, rows]) => [heading, Object.keys(rows)]));
});

test('every test that says a difference is there', () => {
  const missing = said.filter(([file, words = '']) => !read(`test/${file}.test.ts`).includes(words));
  expect(missing).toEqual([]);
});

test('docs/compatibility.md accounts for every known quirk once', () => {
  const inTables = tablesOf(page).flatMap(({ rows }) => rows.flatMap((row) => row.at(-1)?.match(/\d+/g) ?? []));
  const elsewhere = page.slice(page.indexOf('## Of no concern here')).match(/\d+/g) ?? [];
  const numbers = [...inTables, ...elsewhere].map(Number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: QUIRKS }, (_, index) => index + 1));
});

test('docs/compatibility.md says how many recorded answers there are', () => {
  const recordings = ['alpha-off', 'alpha-on', 'alpha-plain-off', 'alpha-plain-on'];
  const total = recordings.reduce((sum, name) => sum + recordedCases(name).length, 0);
  expect(page).toContain(`${total} recorded questions and answers`);
});
