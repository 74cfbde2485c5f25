/** Puts every id of every answer back on every route, again and again, as somebody does who wants to know whose gene it is. */

import { Agent } from 'node:http';
import type { TestRegistry } from '../registry/start-registry.ts';
import { askRaw } from '../server/raw-http.ts';
import { GENES, markedIn } from './privacy-snapshot.ts';

/** Somebody who was shown together with a gene, in one answer or along the way to it. */
export type ShownTogether = { person: number; geneId: number; trail: string };

/** An address, the genes that whoever asks it knows to be behind it, and how they came to it. */
type Step = { path: string; genes: readonly number[]; trail: string; accept?: string };
type Answer = Step & { text: string; isPage: boolean };
type Json = { [member: string]: unknown };

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ASKED_AT_ONCE = 40;
const CONNECTIONS = 10;

const ROUTES_OF_AN_ANONYMOUS_ID = [
  (id: string) => `/api/users/by-anonymous-id/${id}`,
  (id: string) => `/api/genes/by-anonymous-id/${id}`,
  (id: string) => `/api/federated/users/by-anonymous-id/${id}?origin=local`,
  (id: string) => `/api/federated/genes/by-anonymous-id/${id}?origin=local`,
  (id: string) => `/search/gene/by-anonymous-id/${id}/request-access`,
];
const ROUTES_OF_A_USER_ID = [
  (id: number) => `/api/users/${id}`,
  (id: number) => `/api/federated/users/${id}?origin=local`,
  (id: number) => `/userView/${id}`,
  (id: number) => `/search/user/${id}`,
];

const FIRST_STEPS: readonly Omit<Step, 'trail'>[] = [
  ...['/api', '/api/federated'].flatMap((api) => [
    { path: `${api}/users?size=500`, genes: [] },
    { path: `${api}/genes?size=500`, genes: [] },
    { path: `${api}/users/search?descriptionLike=organ`, genes: [] },
    { path: `${api}/users/search?nameLike=person&prefix=false`, genes: [] },
  ]),
  { path: '/export?descriptionLike=organ&format=json', genes: [] },
  ...GENES.flatMap(({ symbol, geneId }) => {
    const gene = `symbol=${symbol}&taxonId=9606`;
    const found = { genes: [geneId] };
    return [
      { ...found, path: `/api/genes/search?${gene}` },
      { ...found, path: `/api/federated/genes/search?${gene}` },
      { ...found, path: `/api/federated/genes/search?${gene}`, accept: 'application/x-ndjson' },
      { ...found, path: `/export?${gene}&format=json` },
      { ...found, path: `/export?${gene}&format=csv` },
      { ...found, path: `/search?${gene}`, accept: 'text/html' },
      { ...found, path: `/coverage?${gene}`, accept: 'text/html' },
    ];
  }),
];

/** Everybody whom some chain of answers shows to the holder of this token together with a gene. */
export async function followIds(registry: TestRegistry, token: string | undefined): Promise<ShownTogether[]> {
  const shown = new Map<string, ShownTogether>();
  const seenRecords = new Set<string>();
  const asked = new Set<string>();
  /** Whoever comes to an address again, by way of another gene, is answered the same. */
  const answers = new Map<string, ReturnType<typeof fetchAnswer>>();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let steps: Step[] = FIRST_STEPS.map((step) => ({ ...step, trail: step.path }));

  async function ask(step: Step): Promise<Answer> {
    const key = `${step.path} ${step.accept}`;
    const answer = answers.get(key) ?? fetchAnswer(step);
    answers.set(key, answer);
    return { ...step, ...(await answer) };
  }

  async function fetchAnswer(step: Step): Promise<Pick<Answer, 'text' | 'isPage'>> {
    const headers = {
      'User-Agent': 'Mozilla/5.0',
      ...(step.accept !== undefined && { Accept: step.accept }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    const answer = await askRaw(registry.url, step.path, { headers, agent });
    const isPage = !/json/.test(answer.headers['content-type'] ?? '');
    return { text: answer.status === 200 ? answer.text : '', isPage };
  }

  function note(text: string, genes: readonly number[], trail: string): void {
    for (const person of markedIn(text)) {
      for (const geneId of genes) shown.set(`${person} ${geneId}`, { person, geneId, trail });
    }
  }

  /** Where the ids of a record lead, unless this route has sent the same record before. */
  function stepsOf(record: Json, genes: readonly number[], { path, trail }: Answer): Step[] {
    const shape = JSON.stringify(record).replace(UUID, '*');
    const key = [path.replace(UUID, '*'), genes.join(), shape].join('\n');
    if (seenRecords.has(key)) return [];
    seenRecords.add(key);
    return leads(idsIn(record), genes, trail);
  }

  function leads(ids: readonly unknown[], genes: readonly number[], trail: string): Step[] {
    const paths = ids.flatMap((id) => {
      if (typeof id === 'string') return ROUTES_OF_AN_ANONYMOUS_ID.map((route) => route(id));
      return typeof id === 'number' ? ROUTES_OF_A_USER_ID.map((route) => route(id)) : [];
    });
    return paths.map((path) => ({ path, genes, trail: `${trail} > ${path}` }));
  }

  function read(answer: Answer): Step[] {
    if (answer.text === '') return [];
    if (answer.isPage) {
      note(answer.text, answer.genes, answer.trail);
      return leads(answer.text.match(UUID) ?? [], answer.genes, answer.trail);
    }
    const lines = answer.path.includes('format=') ? [answer.text] : answer.text.trim().split('\n');
    return lines
      .flatMap((line) => recordsIn(JSON.parse(line)))
      .flatMap((record) => {
        const genes = [...new Set([...answer.genes, ...genesOf(record)])].sort();
        note(JSON.stringify(record), genes, answer.trail);
        return stepsOf(record, genes, answer);
      });
  }

  while (steps.length > 0) {
    const fresh = steps.filter(({ path, genes, accept }) => {
      const key = [path, genes, accept].join(' ');
      return !asked.has(key) && asked.add(key);
    });
    steps = [];
    for (let from = 0; from < fresh.length; from += ASKED_AT_ONCE) {
      const answers = await Promise.all(fresh.slice(from, from + ASKED_AT_ONCE).map(ask));
      steps.push(...answers.flatMap(read));
    }
  }
  agent.destroy();
  return [...shown.values()];
}

/** The records of researchers and registered genes in an answer, the owner of a gene being part of the gene. */
function recordsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (value === null || typeof value !== 'object') return [];
  const record = value as Json;
  if ('remoteUser' in record || 'userGenes' in record) return [record];
  return Object.values(record).flatMap(recordsIn);
}

function genesOf(record: Json): number[] {
  if ('remoteUser' in record) return [record.geneId as number];
  return Object.keys(record.userGenes as object).map(Number);
}

function idsIn(record: Json): unknown[] {
  const owner = record.remoteUser as Json | undefined;
  return [record.anonymousId, owner?.anonymousId, owner?.id, owner === undefined ? record.id : undefined];
}
