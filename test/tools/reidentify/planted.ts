/**
 * Copies of registries with weaknesses: each passes questions on to a real registry and alters the answers by what it knows of
 * the people. With all weaknesses at once it is a registry without guards.
 */

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anonymousIds } from '../../../src/registry/record/anonymous-ids.ts';
import { askRaw } from '../../support/server/raw-http.ts';
import type { InventedNetwork, Listing } from './invented-network.ts';
import { keyOf, type Place } from './start-network.ts';

export const WEAKNESSES = [
  'ids that come again',
  'an order by name',
  'counts of names nobody is shown',
  'facets that count who is hidden',
  'files that say where somebody works',
] as const;
export type Weakness = (typeof WEAKNESSES)[number];

type Copied = { network: InventedNetwork; registry: number; weaknesses: ReadonlySet<Weakness> };
type Altered = { [member: string]: unknown };

const ID = /(?<="anonymousId":")[\w-]{36}(?=")/g;
const LIFETIME_MINUTES = 60;

/** The id that stands for somebody in every answer of a copy with that weakness. */
export function stableId({ registry, id }: Pick<Listing, 'registry' | 'id'>): string {
  const digest = createHash('sha256').update(`${registry} ${id}`).digest('hex');
  return [8, 12, 16, 20, 32].map((end, index) => digest.slice([0, 8, 12, 16, 20][index], end)).join('-');
}

/** Starts a copy in front of a registry, on the second day of its network. */
export async function startCopy(real: Place, copied: Copied): Promise<Place & AsyncDisposable> {
  const alter = alterations(real, copied);
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    try {
      const { status, text } = await alter(path, request.headers.authorization);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

function alterations(real: Place, { network, registry, weaknesses }: Copied) {
  const here = network.listings.filter((one) => one.registry === registry);
  const hidden = here.filter(({ levels }) => levels[2] !== 2 && levels[2] !== undefined);
  const byId = new Map(here.map((one) => [one.id, one]));
  const bySymbol = new Map(network.genes.map((gene) => [`${gene.symbol} ${gene.taxonId}`, gene.geneId]));
  const ids = anonymousIds({
    key: Buffer.from(keyOf(registry), 'hex'),
    lifetimeMinutes: LIFETIME_MINUTES,
    now: () => new Date(),
  });
  /** Whom an id in an answer stands for; undefined for the id of a gene. */
  const whoIs = (id: string): Listing | undefined => {
    const ref = ids.open(id);
    return ref === undefined || ref.kind === 'gene' ? undefined : byId.get(ref.userId);
  };

  return async (path: string, authorization: string | undefined) => {
    const headers = { 'User-Agent': 'Mozilla/5.0', ...(authorization && { Authorization: authorization }) };
    const { status, text } = await askRaw(real.url, path, { headers });
    if (status !== 200 || authorization !== undefined) return { status, text };
    const { pathname, searchParams } = new URL(path, real.url);
    const altered = JSON.stringify(withWeaknesses(JSON.parse(text), pathname, searchParams));
    if (!weaknesses.has('ids that come again')) return { status, text: altered };
    return { status, text: altered.replace(ID, (id) => idInstead(id)) };
  };

  function idInstead(id: string): string {
    const who = whoIs(id);
    return who === undefined ? id : stableId(who);
  }

  function withWeaknesses(answer: Altered, pathname: string, params: URLSearchParams): unknown {
    if (weaknesses.has('an order by name') && pathname === '/api/users') return orderedByName(answer);
    if (weaknesses.has('counts of names nobody is shown') && pathname === '/api/federated/users/search') {
      const name = params.get('nameLike');
      const counted = hidden.filter((one) => `${one.name} ${one.lastName}` === name).length;
      return 'content' in answer ? answer : { ...answer, totalElements: Number(answer.totalElements) + counted };
    }
    if (weaknesses.has('facets that count who is hidden') && pathname === '/api/federated/genes/search') {
      return 'facets' in answer ? withHiddenFacets(answer, params) : answer;
    }
    if (weaknesses.has('files that say where somebody works') && pathname === '/export') return withPlaces(answer);
    return answer;
  }

  function orderedByName(answer: Altered): Altered {
    const content = answer.content as { anonymousId?: string; lastName: string }[];
    const lastNameOf = (row: { anonymousId?: string; lastName: string }) =>
      (row.anonymousId === undefined ? row.lastName : whoIs(row.anonymousId)?.lastName) ?? '';
    return { ...answer, content: content.toSorted((a, b) => lastNameOf(a).localeCompare(lastNameOf(b))) };
  }

  function withHiddenFacets(answer: Altered, params: URLSearchParams): Altered {
    const geneId = bySymbol.get(`${params.get('symbol')} ${params.get('taxonId')}`);
    const facets = answer.facets as Record<string, { value: string; count: number }[]>;
    for (const { facts } of hidden) {
      const gene = facts.genes.find((one) => one.geneId === geneId && one.tier !== 'TIER3');
      if (gene === undefined) continue;
      addTo(facets.tier, gene.tier);
      for (const organ of facts.organs) addTo(facets.organ, organ);
      for (const category of facts.categories) addTo(facets.category, category);
    }
    return { ...answer, facets };
  }

  function withPlaces(answer: Altered): Altered {
    const content = answer.content as { remoteUser?: { anonymousId?: string } }[];
    return {
      ...answer,
      content: content.map((row) => {
        const id = row.remoteUser?.anonymousId;
        const who = id === undefined ? undefined : whoIs(id);
        return who === undefined ? row : { ...row, remoteUser: { ...row.remoteUser, organization: who.organization } };
      }),
    };
  }
}

function addTo(values: { value: string; count: number }[] | undefined, value: string): void {
  const known = values?.find((one) => one.value === value);
  if (known === undefined) values?.push({ value, count: 1 });
  else known.count += 1;
}
