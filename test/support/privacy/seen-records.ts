/** How records of the privacy snapshot are seen: in full, or anonymised, recognised by the organ that only one has. */

import { expect } from 'vitest';
import { categoryOf, GENES, organOf } from './privacy-snapshot.ts';

/** `101 full` or `101 anonymous`; of a gene followed by its id. */
export type Seen = string;

export type UserRecord = {
  id?: number;
  anonymousId?: string;
  userGenes: Record<string, { privacyLevel: number }>;
  userOrgans: Record<string, unknown>;
};
export type GeneRecord = {
  anonymousId?: string;
  geneId: number;
  tier: string;
  privacyLevel: number;
  remoteUser: UserRecord;
};

const ANY_UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const HUMAN = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };

export function inFull(id: number): Seen {
  return `${id} full`;
}

export function anonymously(id: number): Seen {
  return `${id} anonymous`;
}

export function seenUser(record: UserRecord): Seen {
  return record.id === undefined ? anonymously(personOf(record)) : inFull(record.id);
}

export function seenGene({ geneId, remoteUser }: GeneRecord): Seen {
  return `${seenUser(remoteUser)} ${geneId}`;
}

/** The id of the person behind a record, which only this snapshot shows. */
export function personOf({ userOrgans }: UserRecord): number {
  return Number(Object.keys(userOrgans)[0]?.slice('UBERON:'.length));
}

/** The persons among those seen who are seen in full, in order. */
export function personsIn(seen: readonly Seen[]): number[] {
  const ids = seen.filter((one) => one.includes('full')).map((one) => Number.parseInt(one, 10));
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** Expects an anonymised user to have every member of its kind and nothing of the person (rdp-protocol 1.2, 5.1). */
export function expectAnonymisedUser(record: UserRecord): void {
  const organ = organOf(personOf(record));
  expect(record).toStrictEqual({
    anonymousId: ANY_UUID,
    email: null,
    name: 'Registry User',
    lastName: null,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    publications: [],
    researcherPosition: null,
    researcherCategories: [categoryOf(personOf(record))],
    origin: 'Registry',
    originUrl: expect.any(String),
    userTerms: [],
    userGenes: {},
    userOrgans: { [organ.uberonId]: organ },
    userOntologyTerms: [],
    privacyLevel: 2,
  });
}

/** Expects a gene to have every member of its kind, and an owner as anonymous as itself (rdp-protocol 1.3, 5.1). */
export function expectGeneRecord(record: GeneRecord, levelInFull: number | null): void {
  const { anonymousId, remoteUser, ...facts } = record;
  const gene = GENES.find(({ geneId }) => geneId === record.geneId);
  const isAnonymous = anonymousId !== undefined;
  expect(facts).toStrictEqual({
    geneId: gene?.geneId,
    taxon: HUMAN,
    symbol: gene?.symbol,
    name: null,
    aliases: null,
    tier: gene?.tier,
    privacyLevel: isAnonymous ? 2 : levelInFull,
  });
  expect(remoteUser.userGenes).toEqual({});
  expect(remoteUser.id === undefined).toBe(isAnonymous);
  if (!isAnonymous) return;
  expect(anonymousId).toEqual(ANY_UUID);
  expect(remoteUser.anonymousId).not.toBe(anonymousId);
  expectAnonymisedUser(remoteUser);
}
