/** The people of the chaos run: every name says whose it is, of which registry, and whether it may ever be shown. */

import type { Snapshot, SnapshotUser } from '../../../../src/domain/record/snapshot.ts';
import { aGene, aUser, HUMAN, smallSnapshot } from '../../../support/registry/small-snapshot.ts';

/** `steady`: public all the time; `wavering`: withdraws and comes back; `withheld`: never shown by name. */
export type Kind = 'steady' | 'wavering' | 'withheld';
export type Person = { registry: string; kind: Kind; id: number; firstLetters: string; symbols: readonly string[] };

/** Found in every answer in which somebody is named. */
export type Mark = { registry: string; kind: Kind; id: number };

export const SYMBOLS = ['BRCA1', 'TP53', 'MECP2', 'SCN1A'] as const;
export const FIRST_LETTERS = ['Anders', 'Bergmann', 'Castel', 'Dorn'] as const;
const GENE_IDS: Record<(typeof SYMBOLS)[number], number> = { BRCA1: 672, TP53: 7157, MECP2: 4204, SCN1A: 6323 };
const KINDS: readonly Kind[] = ['steady', 'steady', 'wavering', 'withheld'];
const PEOPLE = 24;
/** The account of administrators, who registered nothing. */
export const ADMIN_ID = 900;
/** An account that sees of others what the public sees, and exact times. */
const READER_ID = 901;
export const READER_TOKEN = 'chaos-reader-token';
const EXPIRES_AT = '2037-01-01T00:00:00Z';
const MARK = /(?<kind>steady|wavering|withheld)-(?<id>\d+)-(?<registry>[a-z]+)/gi;

/** Everybody in a registry of this program; of scripted partners see scripted-partners.ts. */
export function peopleOf(registry: string): Person[] {
  return Array.from({ length: PEOPLE }, (_, index) => {
    const id = index + 1;
    const symbols = [SYMBOLS[index % 4] ?? 'BRCA1', SYMBOLS[(index + 1 + Math.floor(index / 4)) % 4] ?? 'BRCA1'];
    const [kind, firstLetters] = [KINDS[Math.floor(index / 2) % 4] ?? 'steady', FIRST_LETTERS[index % 4] ?? ''];
    return { registry, kind, id, firstLetters, symbols: [...new Set(symbols)] };
  });
}

export function markedName({ registry, kind, id, firstLetters }: Omit<Person, 'symbols'>): string {
  return `${firstLetters}-${kind}-${id}-${registry}`;
}

/** Whoever is named anywhere in the text, in a name or an address. */
export function marksIn(text: string): Mark[] {
  const found = new Map<string, Mark>();
  for (const { groups } of text.matchAll(MARK)) {
    const { kind = '', id = '', registry = '' } = groups ?? {};
    const mark = { kind: kind.toLowerCase() as Kind, id: Number(id), registry: registry.toLowerCase() };
    found.set(markKey(mark), mark);
  }
  return [...found.values()];
}

export function markKey({ registry, kind, id }: Mark): string {
  return `${kind}-${id}-${registry}`;
}

/** The registry with its people, without those who have withdrawn just now; its administrator has this token. */
export function snapshotOf(registry: string, token: string, withdrawn: ReadonlySet<number> = new Set()): Snapshot {
  const base = smallSnapshot();
  return {
    ...base,
    remoteSearchUserId: ADMIN_ID,
    genes: [...base.genes, aGene(4204, 'MECP2'), aGene(6323, 'SCN1A')],
    users: [
      aUser(ADMIN_ID, {
        roles: ['ROLE_ADMIN', 'ROLE_USER'],
        privacyLevel: 0,
        accessTokens: [{ token, expiresAt: EXPIRES_AT }],
      }),
      aUser(READER_ID, { privacyLevel: 0, accessTokens: [{ token: READER_TOKEN, expiresAt: EXPIRES_AT }] }),
      ...peopleOf(registry).map((person) => userOf(person, withdrawn.has(person.id))),
    ],
  };
}

function userOf(person: Person, isWithdrawn: boolean): SnapshotUser {
  const lastName = markedName(person);
  return aUser(person.id, {
    email: `${lastName.toLowerCase()}@example.org`,
    name: 'Robin',
    lastName,
    privacyLevel: person.kind === 'withheld' || isWithdrawn ? 0 : 2,
    genes: person.symbols.map((symbol) => {
      return { geneId: GENE_IDS[symbol as keyof typeof GENE_IDS], tier: 'TIER1', privacyLevel: null };
    }),
  });
}

/** The question for everybody who registered the symbol. */
export function genePath(symbol: string): string {
  return `symbol=${symbol}&taxonId=${HUMAN}`;
}
