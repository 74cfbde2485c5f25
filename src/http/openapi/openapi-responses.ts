/** How each failure of the registry API is answered: status, content type, and the very sentence. */

import { STATUS_CODES } from 'node:http';
import { type ErrorCode, type ErrorDetails, type ErrorForm, RegistryError } from '../../domain/errors.ts';
import { RESEARCHER_CATEGORIES } from '../../domain/record/model.ts';
import { type Json, ref } from './openapi-shapes.ts';

/** When a failure occurs, and what its sentence is filled with in the example. */
const FAILURES = {
  'parameter-missing': ['A required parameter is missing', { name: 'symbol', hint: 'It names the gene to search.' }],
  'parameter-invalid': [
    'A parameter has a value it cannot have',
    { name: 'researcherCategories', found: 'IN_VITRO', allowed: RESEARCHER_CATEGORIES.join(', ') },
  ],
  'search-mode-missing': ['Neither `nameLike` nor `descriptionLike` is given', {}],
  'sort-unknown': ['The listing cannot be sorted so', { found: 'password', allowed: 'id' }],
  'path-invalid': [
    'The ID in the path has the wrong form',
    { found: 'abc', allowed: 'a whole number of at most 32 bits' },
  ],
  'path-forbidden': ['The path holds what no address here has', { found: '";"' }],
  'escape-invalid': ['The address holds a broken percent escape', { found: '%zz' }],
  'address-too-long': ['The address is longer than this registry reads', { found: 20000, allowed: 16384 }],
  'unknown-tier': ['`tier` has a value it cannot have', { tier: 'TIER4' }],
  'empty-symbol': ['`symbol` is empty', {}],
  'ontology-lists-differ': ['`ontologyNames` and `ontologyTermIds` are not equally long', {}],
  'unknown-ontologies': ['An ontology in `ontologyNames` cannot be retrieved', { names: 'nope, zebra' }],
  'unknown-token': ['The token belongs to nobody', {}],
  'expired-token': ['The token has expired', {}],
  'invalid-token': ['The account of the token is disabled', {}],
  'remote-account-missing': ['The account that partners act as is missing here', { userId: 1 }],
  'access-denied': ['The user exists, but the caller may not see the profile', {}],
  'unknown-taxon-searched': ['There is no such taxon', { taxonId: 1 }],
  'unknown-symbol': ['The taxon has no gene with that symbol', { symbol: 'NOPE' }],
  'no-orthologs': ['The gene has no ortholog in that taxon', {}],
  'unknown-taxon': ['There is no such taxon', { taxonId: 1 }],
  'unknown-ontology': ['There is no such ontology', { ontologyName: 'nope' }],
  'unknown-term': ['There is no such term', { termId: 'HP:0000000', ontologyName: 'hp' }],
  'unknown-user': ['There is no such user', { userId: 4711 }],
  'unknown-anonymous-user': [
    'The anonymous ID is unknown or has expired',
    { anonymousId: '00000000-0000-4000-8000-000000000000' },
  ],
  'unknown-anonymous-gene': [
    'The anonymous ID is unknown or has expired',
    { anonymousId: '00000000-0000-4000-8000-000000000000' },
  ],
  'method-not-allowed': ['Another method than GET or HEAD', { method: 'POST', allowed: 'GET' }],
  'api-disabled': ['The registry does not offer its API', {}],
  'search-mode-disabled': ['This kind of search is switched off', { what: 'by gene' }],
  'anonymised-results-disabled': ['Anonymized search results are switched off', {}],
} satisfies Partial<Record<ErrorCode, readonly [when: string, details: ErrorDetails]>>;

export type FailureCode = keyof typeof FAILURES;
/** A failure, with details of its own where the usual example would mislead. */
export type Failure = FailureCode | readonly [FailureCode, ErrorDetails];

const CONTENT_TYPES: Record<ErrorForm, string> = {
  text: 'text/plain',
  document: 'application/json',
  challenge: 'text/plain;charset=ISO-8859-1',
};

const WWW_AUTHENTICATE = {
  'WWW-Authenticate': { description: 'Sent when the token was refused.', schema: { type: 'string', enum: ['Bearer'] } },
};
const HEADERS: Partial<Record<FailureCode, Json>> = {
  'unknown-token': WWW_AUTHENTICATE,
  'method-not-allowed': { Allow: { description: 'What is possible.', schema: { type: 'string', enum: ['GET'] } } },
};

export const TOKEN_FAILURES: readonly Failure[] = [
  'unknown-token',
  'expired-token',
  'invalid-token',
  'remote-account-missing',
];

/** The failures every path of the API has in common (contract 2.2, 2.12, 6.3), for `components.responses`. */
export const OPENAPI_RESPONSES = {
  AddressInvalid: response(['path-forbidden', 'escape-invalid']),
  TokenRefused: response(TOKEN_FAILURES),
  MethodNotAllowed: response(['method-not-allowed']),
  NotAcceptable: { description: 'The `Accept` header excludes `application/json`, the only thing offered.' },
  AddressTooLong: response(['address-too-long']),
  ApiDisabled: response(['api-disabled']),
};

/** References to the common failures, by status. */
export const COMMON_FAILURES: Json = {
  400: { $ref: '#/components/responses/AddressInvalid' },
  401: { $ref: '#/components/responses/TokenRefused' },
  405: { $ref: '#/components/responses/MethodNotAllowed' },
  406: { $ref: '#/components/responses/NotAcceptable' },
  414: { $ref: '#/components/responses/AddressTooLong' },
  503: { $ref: '#/components/responses/ApiDisabled' },
};

/** The responses, by status, of the failures named (contract 1.14): one media type per form, one example per failure. */
export function failureResponses(failures: readonly Failure[], path: string): Json {
  const byStatus = Map.groupBy(failures, (failure) => errorOf(failure).status);
  return Object.fromEntries([...byStatus].map(([status, those]) => [status, response(those, path)]));
}

function response(failures: readonly Failure[], path = '/api'): Json {
  const byForm = Map.groupBy(failures, (failure) => errorOf(failure).form);
  const headers = failures.map((failure) => HEADERS[codeOf(failure)]).find((some) => some !== undefined);
  return {
    description: failures.map((failure) => `${whenOf(failure)}.`).join(' '),
    ...(headers ? { headers } : {}),
    content: Object.fromEntries(
      [...byForm].map(([form, those]) => [CONTENT_TYPES[form], mediaType(form, those, path)]),
    ),
  };
}

function mediaType(form: ErrorForm, failures: readonly Failure[], path: string): Json {
  const schema = form === 'document' ? ref('ErrorDocument') : { type: 'string' };
  const examples = failures.map((failure) => {
    const error = errorOf(failure);
    const value = form === 'document' ? errorDocument(error, path) : error.message;
    return [error.code, { summary: whenOf(failure), value }];
  });
  return { schema, examples: Object.fromEntries(examples) };
}

function errorDocument({ status, message }: RegistryError, template: string): Json {
  const path = template.replace(/\{\w+\}/g, 'abc');
  return { timestamp: '2026-01-31T12:00:00.000+00:00', status, error: STATUS_CODES[status], path, message };
}

function errorOf(failure: Failure): RegistryError {
  const code = codeOf(failure);
  return new RegistryError(code, typeof failure === 'string' ? FAILURES[code][1] : failure[1]);
}

function whenOf(failure: Failure): string {
  return FAILURES[codeOf(failure)][0];
}

function codeOf(failure: Failure): FailureCode {
  return typeof failure === 'string' ? failure : failure[0];
}
