/** What stands beside the two APIs: files, feeds, suggestions, and what administrators ask (docs/services.md). */

import {
  AuditLogDays,
  AuditLogPage,
  CreatedToken,
  RequestList,
  RequestNote,
  TokenOrder,
  Tokens,
} from './administration.ts';
import type { DescribedError, Operation } from './operations.ts';
import { FILTERS_OF_SEARCH, OF_FEDERATION, OF_SEARCH, OF_SERVICES } from './parameters.ts';
import { Partners } from './partners.ts';
import { anyMembers, flag, int, list, record, text, time, uri } from './schema.ts';

const { origins } = OF_FEDERATION;
const OF_GENES = [OF_SERVICES.symbol, OF_SERVICES.taxonId, OF_FEDERATION.orthologTaxonIds, OF_SEARCH.tiers];
const OF_USERS = [OF_SEARCH.nameLike, OF_SEARCH.prefix, OF_SEARCH.descriptionLike];

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ASKED_WRONGLY: readonly DescribedError[] = ['parameter-missing', 'parameter-invalid', 'unknown-origin'];
const EXPORT_HEADERS = {
  'Isearch-Proxy-Complete': { description: 'Whether the file is complete: `?1` or `?0` (RFC 9651).', schema: text() },
  'Isearch-Proxy-Summary': { description: 'The sentence about it, as a display string of RFC 9651.', schema: text() },
  'Isearch-Proxy-Records': { description: 'How many rows the file has.', schema: int() },
  Link: { description: 'To the metadata of the file, `rel="describedby"`.', schema: text() },
};

const ExportedRecords = record('ExportedRecords', 'A whole answer as a file.', {
  kind: text('`genes` or `users`.'),
  complete: flag('Whether every registry that was asked answered in full.'),
  summary: text('The same in one sentence.'),
  askedAt: time('When it was asked for.'),
  search: uri('The page of this search.'),
  origins: list(anyMembers('As an `Origin` of the federated API.')),
  content: list(anyMembers('A record, as a search of the federated API answers it.')),
});
const Feed = record('Feed', 'A JSON Feed 1.1 (jsonfeed.org).', {
  version: uri('That of JSON Feed.'),
  title: text('What is asked.'),
  items: list(anyMembers('Somebody new, or what became of somebody.')),
});
const Suggestions = list(anyMembers('A gene, or a term of an ontology, with what of it matches.'));
const ADMIN = anyMembers('See docs/services.md#for-administrators of the manual.');
const OF_ADMIN: readonly DescribedError[] = ['token-needed', 'administrators-only'];
const NOTHING = { answer: 'Done; there is nothing to answer.', isEmpty: true } as const;

function admin(path: string, id: string, summary: string, more: Partial<Operation> = {}): Operation {
  const { failures = [], ...others } = more;
  const all = [...OF_ADMIN, ...failures];
  return {
    path: `/api/admin${path}`,
    id,
    tag: 'Administration',
    summary,
    answer: 'The answer.',
    of: ADMIN,
    failures: all,
    ...others,
  };
}

export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    path: '/export',
    id: 'exportSearch',
    tag: 'Files and feeds',
    summary: 'The whole answer of a search as a file',
    description: 'A search for genes by `symbol` and `taxonId`, or for researchers by `nameLike` or `descriptionLike`.',
    parameters: [
      OF_SERVICES.format,
      OF_SERVICES.part,
      OF_SERVICES.bom,
      ...OF_GENES,
      ...OF_USERS,
      ...FILTERS_OF_SEARCH,
      origins,
    ],
    answer: 'The file; with `part=metadata` what it says of itself, as JSON.',
    of: ExportedRecords,
    headers: EXPORT_HEADERS,
    media: [WORKBOOK, 'text/csv', 'text/tab-separated-values'],
    failures: [...ASKED_WRONGLY, 'too-many-exports'],
  },
  ...(['genes', 'users'] as const).map(
    (kind): Operation => ({
      path: `/feeds/${kind}`,
      id: kind === 'genes' ? 'feedOfGenes' : 'feedOfUsers',
      tag: 'Files and feeds',
      summary: kind === 'genes' ? 'New people of a search for a gene' : 'New people of a search for researchers',
      parameters: [
        ...(kind === 'genes' ? OF_GENES : OF_USERS),
        ...FILTERS_OF_SEARCH,
        origins,
        OF_SERVICES.feedFormat,
        OF_SERVICES.lang,
      ],
      answer: 'The feed, the same for everybody.',
      of: Feed,
      media: ['application/atom+xml'],
      failures: [...ASKED_WRONGLY, 'feed-too-broad'],
    }),
  ),
  {
    path: '/suggest/genes',
    id: 'suggestGenes',
    tag: 'Suggestions',
    summary: 'At most ten genes whose symbol or other name begins so',
    parameters: [OF_SERVICES.typed, OF_SERVICES.taxonIdOfSuggestions],
    answer: 'The genes, best first.',
    of: Suggestions,
    failures: ['parameter-missing', 'parameter-invalid'],
  },
  {
    path: '/suggest/terms',
    id: 'suggestTerms',
    tag: 'Suggestions',
    summary: 'At most twenty terms of an ontology by name, synonym or id',
    parameters: [OF_SERVICES.ontologyName, OF_SERVICES.typed],
    answer: 'The terms, best first.',
    of: Suggestions,
    failures: ['parameter-missing'],
  },
  admin('/overview', 'adminOverview', 'Version, partners, requests for access and tokens'),
  admin('/partners', 'adminPartners', 'The partners, with their last questions', { of: Partners }),
  admin('/partners/{key}/test', 'testPartner', 'Ask a partner now', {
    method: 'post',
    parameters: [OF_SERVICES.key],
    failures: ['unknown-origin'],
  }),
  admin('/access-requests', 'adminAccessRequests', 'The newest requests for access', { of: RequestList }),
  admin('/access-requests/{id}', 'noteAccessRequest', 'Note what became of a request', {
    method: 'patch',
    parameters: [OF_SERVICES.id],
    body: RequestNote,
    ...NOTHING,
    failures: ['body-invalid', 'member-invalid', 'no-page', 'request-changed'],
  }),
  admin('/access-requests/{id}', 'deleteAccessRequest', 'Delete a request with its history', {
    method: 'delete',
    parameters: [OF_SERVICES.id],
    ...NOTHING,
    failures: ['no-page'],
  }),
  admin('/access-requests/{id}/forward', 'forwardAccessRequest', 'Send a request to the person whom it is about', {
    method: 'post',
    parameters: [OF_SERVICES.id],
    ...NOTHING,
    failures: ['no-page', 'request-not-forwarded'],
  }),
  admin('/tokens', 'adminTokens', 'The access tokens, without the secrets', { of: Tokens }),
  admin('/tokens', 'createToken', 'Make an access token, which is shown this once', {
    method: 'post',
    body: TokenOrder,
    of: CreatedToken,
    failures: ['body-invalid', 'member-invalid', 'account-unfit', 'account-full'],
  }),
  admin('/tokens/{id}', 'revokeToken', 'Revoke an access token', {
    method: 'delete',
    parameters: [OF_SERVICES.id],
    ...NOTHING,
    failures: ['no-page'],
  }),
  admin('/audit-log', 'auditLog', 'The last questions to other registries', {
    parameters: [OF_SERVICES.partner, OF_SERVICES.state, OF_SERVICES.day, OF_SERVICES.auditSize, OF_SERVICES.before],
    of: AuditLogPage,
    failures: ['parameter-invalid'],
  }),
  admin('/audit-log/partners/{key}', 'auditLogOfPartner', 'One partner day by day', {
    parameters: [OF_SERVICES.key],
    of: AuditLogDays,
  }),
];
