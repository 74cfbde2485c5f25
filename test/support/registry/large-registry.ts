/** Registries in which everybody has the same first name, with more data than SQLite keeps in memory. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { PATIENCE_MS } from '../machine/patience.ts';
import { aGene, aUser, smallSnapshot } from './small-snapshot.ts';
import { importInto } from './temporary-store.ts';

export const LARGE_TOKEN = 'token-of-researcher-1';

const PEOPLE = 1200;
const WORDS = 300;

export function largeSnapshot(name: string, people = PEOPLE): Snapshot {
  const ids = Array.from({ length: people }, (_, index) => index + 1);
  return smallSnapshot({
    genes: [aGene(672, 'BRCA1'), aGene(7157, 'TP53')],
    orthologs: [],
    users: ids.map((id) =>
      aUser(id, {
        name,
        // One is hidden, so that there is somebody to ask access to.
        privacyLevel: id === 2 ? 0 : 2,
        lastName: `Last ${id}`,
        description: Array.from({ length: WORDS }, (_, word) => `word${id * 1000 + word}`).join(' '),
        genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
        accessTokens: id === 1 ? [{ token: LARGE_TOKEN, expiresAt: '2099-01-01T00:00:00Z' }] : [],
      }),
    ),
  });
}

/** Makes the file of a registry, whole and closed; what is served from it meanwhile, another process has written. */
export function makeFile(file: string, snapshot: Snapshot): void {
  using store = openSqliteStore(file);
  importInto(store, snapshot);
}

/** What `/readyz` answers. */
export async function readiness(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, text: await response.text() };
}

/** Answers when `/readyz` answers so. */
export async function untilReadiness(url: string, expected: { status: number; text: string }): Promise<void> {
  const lastTry = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await readiness(url);
    if (found.status === expected.status && found.text === expected.text) return;
    if (performance.now() > lastTry) throw new Error(`/readyz still answers ${found.status} ${found.text}`);
    await pause(50);
  }
}

export const READY = { status: 200, text: 'ready' };

export function notReady(reason: string): { status: number; text: string } {
  return { status: 503, text: `not ready: the database file cannot be used: ${reason}` };
}
