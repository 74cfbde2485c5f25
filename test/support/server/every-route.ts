/** Every route of a running registry, as a question that it understands. */

import type { TestRegistry } from '../registry/start-registry.ts';
import { mountedRoutes } from './mounted-routes.ts';

export type RouteQuestion = {
  /** As Express writes it. */
  route: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};

/** Of the parameters in paths; any other is 1. */
const PARAMETERS: Readonly<Record<string, string>> = {
  taxonId: '9606',
  userId: '19',
  anonymousId: '6f1c1a52-9f3c-4f6b-8a53-0f5a2c1d7e90',
  ontologyName: 'mondo',
  termId: 'MONDO:0000001',
};
/** What federated routes are asked with, which refuse what they do not know. */
const OF_FEDERATED: Readonly<Record<string, string>> = {
  '/genes/search': 'symbol=BRCA1&taxonId=9606&size=200',
  '/users/search': 'descriptionLike=e&size=200',
  '/genes': 'size=200',
  '/users': 'size=200',
  '/genes/coverage': 'symbol=BRCA1&taxonId=9606',
  '/ontologies/:ontologyName/terms': 'ontologyTermIds=MONDO:0000001',
  '/users/:userId': 'origin=local',
  '/users/by-anonymous-id/:anonymousId': 'origin=local',
  '/genes/by-anonymous-id/:anonymousId': 'origin=local',
  '/resolve': 'text=BRCA1',
};
/** Feeds refuse what they do not know, too. */
const OF_FEEDS: Readonly<Record<string, string>> = {
  '/feeds/genes': 'symbol=BRCA1&taxonId=9606&format=json',
  '/feeds/users': 'descriptionLike=e&format=json',
};
const FEDERATED = '/api/federated';
/** Understood by every other search, listing, file and page; what a route does not know it leaves alone. */
const QUERY = 'symbol=BRCA1&taxonId=9606&descriptionLike=e&text=BRCA1&q=BR&size=200&format=csv&render=server';
const SYMBOLS = ['BRCA1', 'TP53', 'KCNQ2', 'ENSG00000012048', 'no gene'];
const JSON_BODY = JSON.stringify({ text: SYMBOLS });
const FORM_BODY = new URLSearchParams({ text: SYMBOLS.join('\n'), format: 'csv' }).toString();

/** @param token of an administrator, whom every route answers */
export async function everyRoute(registry: TestRegistry, token: string): Promise<RouteQuestion[]> {
  return (await mountedRoutes(registry)).flatMap(({ path: paths, methods: allowed }) => {
    const methods = (['GET', 'POST'] as const).filter(
      (method) => allowed._all === true || allowed[method.toLowerCase()] === true,
    );
    return [paths].flat().flatMap((path) => methods.map((method) => questionOf(path, method, token)));
  });
}

function queryOf(route: string): string {
  if (route.startsWith('/feeds/')) return OF_FEEDS[route] ?? '';
  return route.startsWith(FEDERATED) ? (OF_FEDERATED[route.slice(FEDERATED.length)] ?? '') : QUERY;
}

function questionOf(route: string, method: RouteQuestion['method'], token: string): RouteQuestion {
  const path = `${route.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? '1')}?${queryOf(route)}`;
  const authorization = { Authorization: `Bearer ${token}` };
  if (method === 'GET') return { route, method, path, headers: authorization, body: '' };
  const isForPrograms = route.startsWith('/api');
  const type = isForPrograms ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { ...authorization, 'Content-Type': type };
  return { route, method, path, headers, body: isForPrograms ? JSON_BODY : FORM_BODY };
}
