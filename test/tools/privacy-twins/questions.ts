/** Questions to a registry, each with the name of its route: sensible ones about its people, and odd ones. */

import fc from 'fast-check';
import { ACCESS_REQUESTS_PATH } from '../../../src/domain/contact/access-form.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { ODD_REQUEST, type OddRequest } from '../../support/server/odd-requests.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import type { Question } from './ask.ts';
import { TERM_IDS } from './invented-people.ts';
import { type Parameter, type Parameters, type QueryValues, queryValues, termFilter } from './query-values.ts';
import { genesFoundWithout } from './seen-by.ts';
import type { Twins } from './twin-of.ts';
import type { Way } from './twin-registries.ts';

export type NamedQuestion = Question & {
  route: string;
  /** Of a request for access: the address of its sender, by which it is found again. */
  contact?: string;
};
export type Questions = {
  /** What shows most, to be asked first. */
  broad: readonly NamedQuestion[];
  /** Anything. */
  next(): NamedQuestion;
  /** The first page of an answer that has several. */
  walked(): NamedQuestion;
  /** A request for access, by ids that each of the registries has given out for one record. */
  requests(ids: readonly [string, string]): [NamedQuestion, NamedQuestion];
  /** The same as anybody may ask it, who has no token. */
  asAnybody(question: NamedQuestion): NamedQuestion;
};

type Route = readonly [route: string, path: () => string, ...parameters: Parameters[]];

const STREAM = 'application/x-ndjson';
const USER_AGENTS = ['Mozilla/5.0', 'Mozilla/5.0', 'rdp/1.5.10', ''];
const PLACES_OF_A_TOKEN = [...Array.from({ length: 8 }, () => 'header'), 'address', 'none'];
const SIZES_OF_WALKS = ['1', '1', '2', '3', '5'];
const ODD_REQUESTS = 2000;
const ODD_SHARE = 0.06;
const REQUEST_SHARE = 0.02;
const ACCESS_SENT = 'request-access, sent';
const ACCESS_POSTED = ACCESS_REQUESTS_PATH;
/** The routes of a request for access that the registry of the record takes. */
export const REQUEST_SENT: readonly string[] = [ACCESS_SENT, ACCESS_POSTED];
/** Of a record of the partner. */
const ACCESS_THERE = 'request-access, elsewhere';
const REQUESTS: Record<Way, readonly string[]> = {
  directly: REQUEST_SENT,
  'by way of another registry': [`${ACCESS_THERE}, sent`],
};
export const SUBSCRIBE_SENT = 'subscribe, sent';
const ACCESS_FORM = { name: 'Somebody', reason: 'We work on the same gene.' };
const ASKERS = 1_000_000;
/** Of the form of a link, and of no subscription. */
const FORGED = 'A'.repeat(43);
const FORGED_PAGES = [`/requests/1-${'A'.repeat(22)}`, `/answer/1-1-9999999999-${'A'.repeat(22)}`, '/answer/1'];
/** Routes on which a registry asks its partners. */
const PASSED_ON = /^(?:\/(?:api\/federated|export|search$|coverage|userView)|request-access, elsewhere)/;
const REFERENCE = [
  ...['/api', '/api/federated', '/docs/', '/robots.txt', '/readyz', '/widget.js', '/nothing', '/api/ontologies'],
  ...['/api/ontologies/hp/terms', '/api/federated/ontologies/hp/terms?ontologyTermIds=HP:0000118', '/api/taxa/9606'],
];
const EVERYBODY: readonly Parameter[] = [
  ['nameLike', ''],
  ['prefix', 'false'],
];
const NARROWED: Parameter[][] = [[['researcherPositions', 'PRINCIPAL_INVESTIGATOR']], termFilter(TERM_IDS[0] ?? '')];

let oddRequests: readonly OddRequest[] | undefined;

/** Questions that whoever knew one of the twins, or both, would ask to find out which is which. */
export function questionsAbout(twins: Twins, way: Way, random: SeededRandom): Questions {
  oddRequests ??= fc.sample(ODD_REQUEST, { numRuns: ODD_REQUESTS, seed: 1 });
  const oddities = oddRequests;
  const isPassedOn = ([route]: Route) => way === 'directly' || PASSED_ON.test(route);
  const values = queryValues(twins, random);
  const routes = routesFor(values, random).filter(isPassedOn);
  const { token } = twins.asker;
  const authorization: [string, string][] = token === undefined ? [] : [['Authorization', `Bearer ${token}`]];

  function headersFor(path: string): [string, string][] {
    const headers: [string, string][] = [['User-Agent', random.pick(USER_AGENTS)]];
    if (random.chance(0.15)) headers.push(['Accept-Encoding', 'gzip']);
    if (path.startsWith('/api/federated') && random.chance(0.3)) headers.push(['Accept', STREAM]);
    else if (!path.startsWith('/api') && random.chance(0.5)) headers.push(['Accept', 'text/html']);
    if (random.chance(0.1)) headers.push(['Accept-Language', 'fr']);
    if (random.chance(0.3)) headers.push(['Isearch-Proxy-Wants', 'identifiers']);
    return headers;
  }

  /** With the token in the header or in the address, or as anybody: whoever has a token can leave it out. */
  function signed(question: NamedQuestion): NamedQuestion {
    const { path, headers } = question;
    const way = random.pick(PLACES_OF_A_TOKEN);
    if (token === undefined || way === 'none') return question;
    if (way === 'header') return { ...question, headers: [...headers, ...authorization] };
    return { ...question, path: `${path}${path.includes('?') ? '&' : '?'}auth=${token}` };
  }

  function odd(): NamedQuestion {
    const { method, path, headers } = random.pick(oddities);
    const hasOwn = headers.some(([name]) => name === 'Authorization');
    return { route: 'odd requests', method, path, headers: hasOwn ? headers : [...headers, ...authorization] };
  }

  /** A request for access to the record of an id, from somebody else each time: one address may send a few. */
  function requestFor(id: string, route: string): NamedQuestion {
    const contact = `somebody${random.below(ASKERS)}@example.org`;
    const fields = { ...ACCESS_FORM, contact };
    const request = { route, method: 'POST', contact };
    if (route !== ACCESS_POSTED) {
      const path = route === ACCESS_SENT ? accessPath(id) : `${accessPath(id)}?origin=twin`;
      return { ...request, path, headers: formHeaders(random), body: `${new URLSearchParams(fields)}` };
    }
    const from: [string, string][] = [['Content-Type', 'application/json'], forwardedFor(random)];
    const headers = random.chance(0.5) ? [...from, ...authorization] : from;
    return { ...request, path: route, headers, body: JSON.stringify({ anonymousId: id, ...fields }) };
  }

  return {
    broad: [...BROAD, ...exceptionRoutes(twins, way)].filter(isPassedOn).map(([route, path, ...parameters]) => {
      const headers: [string, string][] = [['User-Agent', 'Mozilla/5.0'], ...authorization];
      return { route, method: 'GET', path: withParameters(path(), parameters), headers };
    }),
    next() {
      if (random.chance(ODD_SHARE)) return odd();
      if (random.chance(REQUEST_SHARE)) return requestFor(values.anonymousId(), random.pick(REQUESTS[way]));
      const [route, write, ...parameters] = random.pick(routes);
      const path = withParameters(write(), parameters);
      if (route === SUBSCRIBE_SENT) {
        return { route, method: 'POST', path, headers: formHeaders(random), body: subscribeForm(random) };
      }
      return signed({ route, method: random.chance(0.05) ? 'HEAD' : 'GET', path, headers: headersFor(path) });
    },
    requests([one, other]) {
      const request = requestFor(one, random.pick(REQUESTS[way]));
      const [path, body] = [request.path.replace(one, other), request.body?.replace(one, other) ?? ''];
      return [request, { ...request, path, body }];
    },
    walked() {
      const [address, ...parameters] = random.pick(walkedRoutes(values));
      const size: Parameters = () => [['size', random.pick(SIZES_OF_WALKS)]];
      const path = withParameters(address, [...parameters, size]);
      const headers = [['User-Agent', random.pick(USER_AGENTS)] as const, ...authorization];
      return { route: `all pages of ${address}`, method: 'GET', path, headers };
    },
    asAnybody: (question) => ({ ...question, headers: question.headers.filter(([name]) => name !== 'Authorization') }),
  };
}

const BROAD: readonly Route[] = [
  plain('/api/users', () => [['size', '2000']]),
  plain('/api/genes', () => [
    ['size', '2000'],
    ['sort', 'id'],
  ]),
  plain('/api/users/search', () => [...EVERYBODY]),
  plain('/api/federated/users', () => [['size', '2000']]),
  // Of everybody whose text, or organ, has an a.
  ...NARROWED.map((filter) => plain('/api/users/search', () => [['descriptionLike', 'a'], ...filter])),
];

/** What distinguishes the twins as docs/privacy.md has it, where they differ in it. */
function exceptionRoutes(twins: Twins, way: Way): Route[] {
  const api = way === 'directly' ? '/api' : '/api/federated';
  const taken = [twins.one, twins.other].map(({ users }) => users.map(({ id }) => id));
  const once = taken.flat().find((id) => taken.filter((ids) => ids.includes(id)).length === 1);
  const narrowed = narrowedSearch(twins);
  return [
    plain(`${api}/stats`),
    ...(once === undefined ? [] : [[`${api}/users/{userId}`, () => `${api}/users/${once}?origin=twin`] as const]),
    ...(narrowed === undefined ? [] : [plain(`${api}/genes/search`, () => narrowed)]),
  ];
}

/** Which finds somebody in one of the twins alone, who is shown without a name. */
function narrowedSearch({ one, other, asker, anonymises }: Twins): Parameter[] | undefined {
  const setting = { asker, anonymises, remoteSearchUserId: one.remoteSearchUserId };
  for (const user of one.users) {
    const twin = other.users.find(({ id }) => id === user.id);
    const filter = twin && filterBetween(user, twin);
    const [geneId] = genesFoundWithout(user, setting);
    const gene = one.genes.find((one) => one.geneId === geneId);
    if (filter !== undefined && gene !== undefined) {
      return [['symbol', `${gene.symbol}`], ['taxonId', `${gene.taxonId}`], ...filter];
    }
  }
  return undefined;
}

/** Which of two people has what it asks for, and the other has not. */
function filterBetween(one: SnapshotUser, other: SnapshotUser): Parameter[] | undefined {
  if (one.researcherPosition !== other.researcherPosition) return [['researcherPositions', 'PRINCIPAL_INVESTIGATOR']];
  const terms = [one, other].map(({ ontologyTerms }) => ontologyTerms.map(({ termId }) => termId));
  const once = terms.flat().find((term) => terms.filter((those) => those.includes(term)).length === 1);
  return once === undefined ? undefined : termFilter(once);
}

/** Every route; what is asked more often stands here more often. */
function routesFor(values: QueryValues, random: SeededRandom): readonly Route[] {
  const { userId, anonymousId, gene, typedGene, person, filters, page, sort, origin, origins, format } = values;
  const renders: Parameters = () => [['render', 'server']];
  const geneAlone: Parameters = () => gene().filter(([name]) => name === 'symbol' || name === 'taxonId');
  const fields: Parameters = () => (random.chance(0.5) ? [['fields', 'row']] : []);
  const feedFormat: Parameters = () => [['format', random.pick(['atom', 'json'])]];
  const typed: Parameters = () =>
    random
      .pick([gene, person])()
      .map(([, value]) => ['text', value]);
  return [
    plain('/api/users', page, sort),
    plain('/api/genes', page, sort),
    plain('/api/users/search', person, filters, page),
    plain('/api/users/search', person, filters),
    plain('/api/users/search', person),
    plain('/api/genes/search', gene, filters, page),
    plain('/api/genes/search', gene, filters),
    ['/api/users/{userId}', () => `/api/users/${userId()}`],
    ['/api/users/by-anonymous-id', () => `/api/users/by-anonymous-id/${anonymousId()}`],
    ['/api/genes/by-anonymous-id', () => `/api/genes/by-anonymous-id/${anonymousId()}`],
    ['/api/stats', () => random.pick(['/api/stats', '/stats'])],
    ['beside people', () => random.pick(REFERENCE)],
    plain('/api/public-view'),
    plain('/suggest/genes', typedGene),
    plain('/api/federated/genes/search', gene, filters, page, origins, fields),
    plain('/api/federated/genes/search', gene, filters, origins, fields),
    plain('/api/federated/users/search', person, filters, page, origins, fields),
    plain('/api/federated/users', page, origins),
    plain('/api/federated/genes', page, origins),
    plain('/api/federated/genes/coverage', geneAlone, origins),
    ['/api/federated/users/{userId}', () => `/api/federated/users/${userId()}`, origin],
    ['/api/federated/users/by-anonymous-id', () => `/api/federated/users/by-anonymous-id/${anonymousId()}`, origin],
    ['/api/federated/genes/by-anonymous-id', () => `/api/federated/genes/by-anonymous-id/${anonymousId()}`, origin],
    plain('/api/federated/stats'),
    plain('/api/federated/partners'),
    plain('/api/federated/resolve', typed),
    plain('/feeds/genes', gene, filters, feedFormat, origins),
    plain('/feeds/users', person, filters, feedFormat, origins),
    plain('/export', gene, filters, format, origins),
    plain('/export', person, filters, format, origins),
    plain('/search', gene, filters, renders),
    plain('/search', person, filters, renders),
    ['/search', () => random.pick(['/', '/search']), gene],
    plain('/coverage', gene),
    ['/userView/{userId}', () => `/userView/${userId()}`, () => (random.chance(0.2) ? origin() : [])],
    ['/search/user/{userId}', () => `/search/user/${userId()}`],
    ['request-access', () => accessPath(anonymousId())],
    [ACCESS_THERE, () => accessPath(anonymousId()), () => [['origin', 'twin']]],
    ['/requests and /answer', () => random.pick(FORGED_PAGES)],
    plain('/subscribe/genes', gene, filters),
    plain('/subscribe/users', person, filters),
    [SUBSCRIBE_SENT, () => '/subscribe/genes', geneAlone],
    [SUBSCRIBE_SENT, () => '/subscribe/users', person],
    ['/subscriptions', () => `/subscriptions/${FORGED}/${random.pick(['confirm', 'leave', 'one-click'])}`],
    ['/api/admin', () => random.pick(['/api/admin/overview', '/api/admin/access-requests', '/api/admin/tokens'])],
  ];
}

/** None of them is narrowed by what a record may not show, so nothing excuses a difference. */
function walkedRoutes({ gene, person, filters, origins }: QueryValues): [address: string, ...Parameters[]][] {
  return [
    ['/api/federated/users', origins],
    ['/api/federated/genes', origins],
    ['/api/federated/genes', origins],
    ['/api/federated/genes/search', gene, origins],
    ['/api/federated/users/search', person, origins],
    ['/api/federated/users/search', () => [...EVERYBODY], filters],
    ['/api/federated/users/search', () => [...EVERYBODY], origins],
  ];
}

/** A route whose path is its name. */
function plain(path: string, ...parameters: Parameters[]): Route {
  return [path, () => path, ...parameters];
}

function subscribeForm(random: SeededRandom): string {
  return `frequency=${random.pick(['daily', 'weekly'])}&address=somebody${random.below(ASKERS)}%40example.org`;
}

function accessPath(id: string): string {
  return `/search/gene/by-anonymous-id/${id}/request-access`;
}

export function formHeaders(random: SeededRandom): [string, string][] {
  return [['Content-Type', 'application/x-www-form-urlencoded'], forwardedFor(random)];
}

/** From one of many addresses, for none may send many. */
function forwardedFor(random: SeededRandom): [string, string] {
  return ['X-Forwarded-For', `192.0.2.${random.below(256)}`];
}

function withParameters(path: string, parameters: readonly Parameters[]): string {
  const all = parameters.flatMap((read) => read()).map(([name, value]) => [name, value]);
  return all.length === 0 ? path : `${path}?${new URLSearchParams(all)}`;
}
