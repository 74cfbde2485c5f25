/** What is asked of a registry under load, worked out from its snapshot: the workloads that partners were measured by. */

import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';

export type Workload = {
  name: string;
  title: string;
  /** Paths with their query, asked in turn. */
  paths: string[];
  /** Requests per second against the ceiling must be at least this. */
  target: number;
  /** Whether some of the paths may be refused with 401, which is then what is expected. */
  mayRefuse: boolean;
  /** Whether its cost may grow faster than its answer. */
  mayGrow: boolean;
  /** Whether it is asked of the registry while that shows hidden researchers without the person. */
  anonymises: boolean;
};

const SYMBOLS = 500;
const PREFIXES = 300;
const PREFIX_LENGTH = 4;
const PHRASES = 25;
const USER_PAGES = 100;
const GENE_PAGES = 200;
const PAGE_SIZE = 20;
const IDS = 500;
const HUMAN_TAXON_ID = 9606;

export async function readSnapshot(file: string): Promise<Snapshot> {
  const bytes = await readFile(file);
  const text = bytes[0] === 0x1f ? await promisify(gunzip)(bytes) : bytes;
  return JSON.parse(text.toString()) as Snapshot;
}

/** @throws Error when the snapshot leaves nothing to ask */
export function workloadsOf(snapshot: Snapshot): Workload[] {
  const workloads = [
    workload('gene-search', 'gene search', 0.5, symbols(snapshot).map(geneSearch)),
    workload('by-id', 'one researcher by id', 0.5, userIds(snapshot).map(userById), { mayRefuse: true }),
    workload('by-name', 'researchers by name', 0.4, prefixes(snapshot).map(byName)),
    workload('list-researchers', 'listing of researchers', 0.4, pages('users', USER_PAGES, publicUsers(snapshot))),
    workload('list-genes', 'listing of genes', 0.4, pages('genes', GENE_PAGES, publicGenes(snapshot))),
    workload('statistics', 'statistics', 0.8, ['/api/stats']),
    workload('by-description', 'researchers by description', 0.1, phrases(snapshot).map(byDescription), {
      mayGrow: true,
    }),
    workload('gene-search-anonymised', 'gene search, anonymised', 0.25, symbols(snapshot).map(geneSearch), {
      anonymises: true,
    }),
    workload('list-genes-anonymised', 'listing of genes, anonymised', 0.2, lastGenePages(snapshot), {
      anonymises: true,
    }),
  ];
  for (const { title, paths } of workloads) {
    if (paths.length === 0) throw new Error(`The snapshot holds nothing that the workload '${title}' could ask for.`);
  }
  return workloads;
}

/** What takes long to answer: nearly everybody has this letter somewhere. */
export const SLOW_QUESTION = byDescription('e');

function workload(
  name: string,
  title: string,
  target: number,
  paths: string[],
  { mayRefuse = false, mayGrow = false, anonymises = false } = {},
): Workload {
  return { name, title, paths, target, mayRefuse, mayGrow, anonymises };
}

function geneSearch(symbol: string): string {
  return `/api/genes/search?symbol=${encodeURIComponent(symbol)}&taxonId=${HUMAN_TAXON_ID}`;
}

function userById(id: number): string {
  return `/api/users/${id}`;
}

function byName(prefix: string): string {
  return `/api/users/search?nameLike=${encodeURIComponent(prefix)}&prefix=true`;
}

function byDescription(phrase: string): string {
  return `/api/users/search?descriptionLike=${encodeURIComponent(phrase)}`;
}

/** The pages there are, up to `most`. */
function pages(listing: 'users' | 'genes', most: number, records: number): string[] {
  const count = Math.min(most, Math.ceil(records / PAGE_SIZE));
  return Array.from({ length: count }, (_, page) => `/api/${listing}?page=${page}&size=${PAGE_SIZE}`);
}

/** Human symbols, those registered most often first. */
function symbols({ genes, users }: Snapshot): string[] {
  const human = new Map(genes.filter(({ taxonId }) => taxonId === HUMAN_TAXON_ID).map((gene) => [gene.geneId, gene]));
  const registered = users.flatMap((user) => user.genes.map(({ geneId }) => human.get(geneId)?.symbol ?? ''));
  return mostFrequent(registered, SYMBOLS);
}

/** Beginnings of last names, a frequent one more often than a rare one. */
function prefixes({ users }: Snapshot): string[] {
  const beginnings = users.map(({ lastName }) => [...(lastName ?? '')].slice(0, PREFIX_LENGTH));
  return spread(
    beginnings.filter(({ length }) => length === PREFIX_LENGTH).map((letters) => letters.join('')),
    PREFIXES,
  );
}

/** Two words that follow each other in descriptions, the most frequent first. */
function phrases({ users }: Snapshot): string[] {
  const pairs = users.flatMap(({ description }) => {
    const words = description?.split(' ') ?? [];
    return words.slice(1).map((word, index) => `${words[index]} ${word}`);
  });
  return mostFrequent(pairs, PHRASES);
}

/** Ids of accounts, readable by everybody or not, spread over all. */
function userIds({ users }: Snapshot): number[] {
  return spread(
    users.map(({ id }) => id),
    IDS,
  );
}

function publicUsers({ users }: Snapshot): number {
  return users.filter(({ enabled, privacyLevel }) => enabled && privacyLevel === 2).length;
}

function publicGenes({ users }: Snapshot): number {
  const open = users.filter(({ enabled, privacyLevel }) => enabled && privacyLevel === 2);
  return open.reduce((sum, { genes }) => sum + genes.length, 0);
}

/** Pages behind those of public genes, so that all their rows are anonymised. */
function lastGenePages(snapshot: Snapshot): string[] {
  const enabled = snapshot.users.filter(({ enabled }) => enabled);
  const all = enabled.reduce((sum, { genes }) => sum + genes.length, 0);
  const first = Math.ceil(publicGenes(snapshot) / PAGE_SIZE);
  const count = Math.min(GENE_PAGES, Math.floor(all / PAGE_SIZE) - first);
  return Array.from({ length: Math.max(0, count) }, (_, page) => `/api/genes?page=${first + page}&size=${PAGE_SIZE}`);
}

function mostFrequent(texts: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  const ordered = [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
  return ordered.slice(0, most).map(([text]) => text);
}

/** At most so many of the list, at even distances. */
function spread<T>(list: readonly T[], most: number): T[] {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as T);
}
