/**
 * Makes a registry of this program answer as RDP 1.4.11 does (rdp-protocol 11), with its records; routes that 1.4 never
 * had stay unchanged.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { passOn } from './front.ts';

type Json = Readonly<Record<string, unknown>>;

/** Converts a researcher. Fields that this registry does not have, such as whether the address is verified, get usual values. */
export function user14({ userOntologyTerms: _, ...user }: Json): Json {
  const { id = 0, anonymousId = null, email, privacyLevel } = user;
  const genes = Object.entries((user.userGenes ?? {}) as Record<string, Json>);
  const publications = (user.publications ?? []) as readonly Json[];
  return {
    ...user,
    id,
    anonymousId,
    contactEmail: email ?? null,
    contactEmailVerified: email !== null,
    shared: privacyLevel !== 0,
    hideGenelist: false,
    fullName: fullName14(user),
    publications: publications.map((publication, at) => ({ id: at + 1, ...publication })),
    userGenes: Object.fromEntries(genes.map(([geneId, gene]) => [geneId, gene14(gene)])),
  };
}

export function gene14({ privacyLevel: _, ...gene }: Json): Json {
  const { anonymousId = null, remoteUser } = gene;
  return {
    ...gene,
    anonymousId,
    modificationDate: null,
    remoteUser: remoteUser === undefined ? null : user14(remoteUser as Json),
  };
}

function fullName14({ name, lastName }: Json): string {
  if (!lastName) return String(name ?? '');
  return name ? `${lastName}, ${name}` : '';
}

/** Converts the envelope of a page: without `pageable` and `empty`, and with `sort` only if it is sorted. */
export function page14({ pageable: _, empty: __, ...page }: Json, record14: (record: Json) => Json): Json {
  const isSorted = (page.sort as Json | undefined)?.sorted === true;
  return { ...page, content: (page.content as readonly Json[]).map(record14), sort: isSorted ? page.sort : null };
}

/** Converts statistics to their names in 1.4; `commonNames` are by taxon id. */
export function stats14(stats: Json, commonNames: ReadonlyMap<string, string>): Json {
  const {
    version: _,
    uniqueUserGenesInAllTiers,
    uniqueHumanUserGenesInAllTiers,
    researchersByTaxonId,
    ...same
  } = stats;
  const researchers = Object.entries(researchersByTaxonId as Json);
  return {
    ...same,
    uniqueUserGenesTAll: uniqueUserGenesInAllTiers,
    uniqueUserGenesHumanTAll: uniqueHumanUserGenesInAllTiers,
    researchersByTaxa: Object.fromEntries(researchers.map(([id, count]) => [commonNames.get(id) ?? id, count])),
  };
}

export const SPOKEN_VERSION = '1.4.11';

type Answer = { readonly status: number; readonly type: string; readonly text: string };
type RouteCall = { readonly url: URL; ask(change?: (url: URL) => void): Promise<Answer> };
type Route = (call: RouteCall) => Promise<Answer> | Answer;

const JSON_TYPE = 'application/json;charset=UTF-8';
/** Parameters that 1.4 ignores: those of ontologies are newer, and the singular ones are a mistake of RDP as a client. */
const IGNORED = ['ontologyNames', 'ontologyTermIds', 'researcherPosition', 'researcherCategory'];
const IGNORED_IN_SEARCHES = [...IGNORED, 'page', 'size', 'sort'];
const ABSENT = /^\/api\/(?:taxa|ontologies)(?:\/|$)|^\/api\/public-view$|^\/api\/genes\/by-anonymous-id\//;

const routes: readonly (readonly [RegExp, Route])[] = [
  [ABSENT, absent],
  [/^\/api$/, document],
  [/^\/api\/stats$/, stats],
  [/^\/api\/users\/search$/, userSearch],
  [/^\/api\/genes\/search$/, search(gene14)],
  [/^\/api\/users$/, listing(user14)],
  [/^\/api\/genes$/, listing(gene14)],
  [/^\/api\/users\/(?:by-anonymous-id\/)?[^/]+$/, async ({ ask }) => changed(await ask(), user14)],
];

/** Returns a listener in front of the registry at `behind`. Requests that 1.4 does not have, such as federated ones, pass unchanged. */
export function speakAs14(behind: string): RequestListener {
  return (request, response) => {
    const url = new URL(`${behind}${request.url ?? '/'}`);
    const path = url.pathname.replace(/(?<=.)\/$/, '');
    const [, route] = routes.find(([pattern]) => pattern.test(path)) ?? [];
    if (route === undefined || !['GET', 'HEAD'].includes(request.method ?? '')) {
      passOn(behind, request, response);
      return;
    }
    const ask: RouteCall['ask'] = (change = () => {}) => {
      const address = new URL(url);
      change(address);
      return fetchFrom(address, request);
    };
    Promise.resolve(route({ url, ask })).then(
      (answer) => reply(response, answer),
      () => response.destroy(),
    );
  };
}

async function fetchFrom(url: URL, { headers }: IncomingMessage): Promise<Answer> {
  const { authorization, 'user-agent': userAgent } = headers;
  const answer = await fetch(url, {
    headers: { ...(authorization ? { authorization } : {}), ...(userAgent ? { 'user-agent': userAgent } : {}) },
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? JSON_TYPE, text: await answer.text() };
}

function reply(response: ServerResponse, { status, type, text }: Answer): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Changes the content of an answer. Errors are passed on unchanged. */
function changed<T = Json>(answer: Answer, change: (content: T) => unknown): Answer {
  if (answer.status !== 200) return answer;
  return { status: 200, type: JSON_TYPE, text: JSON.stringify(change(JSON.parse(answer.text))) };
}

function listing(record14: (record: Json) => Json): Route {
  return async ({ ask }) => changed(await ask(without(IGNORED)), (page) => page14(page, record14));
}

function search(record14: (record: Json) => Json): Route {
  return async ({ ask }) => {
    const answer = await ask(without(IGNORED_IN_SEARCHES));
    return changed<readonly Json[]>(answer, (records) => records.map(record14));
  };
}

function without(parameters: readonly string[]) {
  return ({ searchParams }: URL): void => {
    for (const parameter of parameters) searchParams.delete(parameter);
  };
}

function at(path: string) {
  return (url: URL): void => {
    url.pathname = path;
  };
}

/** Searches users. A request with name and description matches two methods in 1.4, which fails as ambiguous. */
function userSearch(call: RouteCall): ReturnType<Route> {
  const { searchParams } = call.url;
  if (!searchParams.has('nameLike') || !searchParams.has('descriptionLike')) return search(user14)(call);
  return failed(call, 500, 'Internal Server Error', 'Ambiguous handler methods mapped for HTTP path');
}

function absent(call: RouteCall): Answer {
  const isOneSegment = call.url.pathname.split('/').filter((segment) => segment !== '').length === 2;
  if (!isOneSegment) return failed(call, 404, 'Not Found', 'No message available');
  return { status: 404, type: 'text/plain', text: 'No endpoint found for your request URL.' };
}

function failed({ url }: RouteCall, status: number, error: string, message: string): Answer {
  const text = JSON.stringify({ timestamp: Date.now(), status, error, message, path: url.pathname });
  return { status, type: JSON_TYPE, text };
}

async function document({ ask }: RouteCall): Promise<Answer> {
  return changed(await ask(), ({ info, paths, ...rest }) => {
    const { 'x-implementation': _, 'x-access-requests': _path, ...about } = info as Json;
    const open = Object.entries(paths as Json).filter(([path]) => path.startsWith('/api/') && !ABSENT.test(path));
    return { ...rest, info: { ...about, version: SPOKEN_VERSION }, paths: Object.fromEntries(open) };
  });
}

async function stats({ ask }: RouteCall): Promise<Answer> {
  const answer = await ask();
  if (answer.status !== 200) return answer;
  const ids = Object.keys(JSON.parse(answer.text).researchersByTaxonId);
  const taxa = await Promise.all(ids.map((id) => ask(at(`/api/taxa/${id}`))));
  const names = taxa.map(({ text }, index) => [ids[index] ?? '', String(JSON.parse(text).commonName)] as const);
  return changed(answer, (content) => stats14(content, new Map(names)));
}
