/** Made-up records of partners as 1.5 and 1.4 send them, and the checks that context makes for them. */

import type { Filter } from '../../../src/domain/federation/origin.ts';
import { recordStamps } from '../../../src/domain/federation/record-links.ts';
import type { Filters } from '../../../src/domain/query/filters.ts';
import { PARTNER_RECORD_SCHEMAS } from '../../../src/domain/sanitize/partner-record-schemas.ts';
import { filterCheck, type JudgeRecord } from '../../../src/domain/sanitize/question-check.ts';
import {
  type Checked,
  checkedRecord,
  foundRecord,
  type PartnerRecordKind,
  type RecordChecks,
  type SanitizeOptions,
  sameTexts,
} from '../../../src/domain/sanitize/records.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';

type Json = { [member: string]: unknown };

export const CHECKS = Object.fromEntries(
  Object.entries(PARTNER_RECORD_SCHEMAS).map(([kind, schema]) => {
    const check = compileCheck(schema);
    return [kind, (value: unknown) => check(value).length === 0];
  }),
) as RecordChecks;

export const SIGNATURE = { origin: 'Fly Registry', originUrl: 'https://fly.example.org' };
export const STAMP_OF = recordStamps({ key: 'fly', url: SIGNATURE.originUrl }, 'https://registry.example.org');
/** What a partner's records are sanitized with, where organisms have no order. */
export const SANITIZE = { checks: CHECKS, signature: SIGNATURE, stampOf: STAMP_OF, taxonOrdering: () => null };
const THEIRS = { origin: 'What they say', originUrl: 'https://elsewhere.example.org/' };
export const ANONYMOUS_ID = '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab';

export const distrust = (more: Partial<SanitizeOptions> = {}): SanitizeOptions => ({
  checks: CHECKS,
  signature: SIGNATURE,
  stampOf: STAMP_OF,
  taxonOrdering: (taxonId) => ({ 9606: 1, 7227: 7 })[taxonId] ?? null,
  isPublicAnswer: true,
  queryTaxonId: 9606,
  sameText: sameTexts(),
  ...more,
});

export const HUMAN = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };
const ONTOLOGY = { name: 'mondo', definition: null, numberOfTerms: 20, numberOfObsoleteTerms: 1, ...THEIRS };

export const userGene = (more: Json = {}): Json => ({
  geneId: 672,
  taxon: HUMAN,
  symbol: 'BRCA1',
  name: 'BRCA1 DNA repair associated',
  aliases: 'IRIS|PSCP',
  tier: 'TIER1',
  privacyLevel: 2,
  ...more,
});

export const user = (more: Json = {}): Json => ({
  id: 7,
  email: 'ada@example.org',
  name: 'Ada',
  lastName: 'Lovelace',
  description: 'Engines.',
  organization: 'Analytical Society',
  department: null,
  phone: null,
  website: 'https://ada.example.org/~ada?x=1',
  publications: [{ pmid: 123, title: null }],
  researcherPosition: 'PRINCIPAL_INVESTIGATOR',
  researcherCategories: ['IN_VIVO', 'OTHER'],
  ...THEIRS,
  userTerms: [
    {
      goId: 'GO:1',
      name: 'repair',
      definition: null,
      aspect: 'BP',
      taxon: HUMAN,
      frequency: null,
      size: 9_000_000_000,
    },
  ],
  userGenes: { '672': userGene() },
  userOrgans: { 'UBERON:0000955': { uberonId: 'UBERON:0000955', name: 'brain', description: null } },
  userOntologyTerms: [{ ontology: ONTOLOGY, termId: 'MONDO:1', name: 'a disease' }],
  privacyLevel: 2,
  ...more,
});

export const anonymisedUser = (more: Json = {}): Json => {
  const { id: _, ...rest } = user({
    anonymousId: ANONYMOUS_ID,
    email: null,
    name: 'Fly User',
    lastName: null,
    description: null,
    organization: null,
    website: null,
    publications: [],
    researcherPosition: null,
    userTerms: [],
    userGenes: {},
    userOntologyTerms: [],
  });
  return { ...rest, ...more };
};

export const gene = (more: Json = {}): Json => ({
  ...userGene(),
  remoteUser: user({ userGenes: {} }),
  ...more,
});

export const term = (more: Json = {}): Json => ({
  ontology: ONTOLOGY,
  termId: 'MONDO:1',
  name: 'a disease',
  definition: null,
  altTermIds: [],
  synonyms: ['an illness'],
  subTerms: ['MONDO:2'],
  ...THEIRS,
  ...more,
});

export const stats = (more: Json = {}): Json => ({
  version: '1.5.10',
  users: 22,
  publicUsers: 3,
  usersWithGenes: 4,
  userGenes: 18,
  uniqueUserGenes: 17,
  uniqueUserGenesInAllTiers: 16,
  uniqueHumanUserGenesInAllTiers: 15,
  researchersByTaxonId: { '9606': 1, '10090': 0 },
  ...more,
});

/** What 1.4.11 puts on top of a user. */
export const LEGACY_USER = {
  contactEmail: 'never-verified@example.org',
  contactEmailVerified: false,
  fullName: 'Lovelace, Ada',
  shared: true,
  hideGenelist: false,
};

/** The records that have the form of their kind, in their order, and how many have not. */
export function validateRecords(kind: PartnerRecordKind, records: readonly unknown[]) {
  const checked = records.flatMap((value) => checkedRecord(kind, value, CHECKS) ?? []);
  return { checked, dropped: records.length - checked.length };
}

/** Without those that were certainly not asked for; with how many those are, and of how many nobody knows. */
export async function judgedBy(judge: JudgeRecord, checked: readonly Checked[]) {
  const counts = { right: 0, unchecked: 0, wrong: 0 };
  const kept: Checked[] = [];
  for (const one of checked) {
    const verdict = await judge(one);
    counts[verdict]++;
    if (verdict !== 'wrong') kept.push(one);
  }
  return { kept, wrong: counts.wrong, unchecked: counts.unchecked };
}

/** Those that pass the filters, and what became of each of these. */
export function checkFilters(
  kind: PartnerRecordKind,
  checked: readonly Checked[],
  filters: Filters,
  appliedThere: ReadonlySet<Filter>,
) {
  const check = filterCheck(kind, filters, appliedThere);
  return { kept: checked.filter((one) => check.passes(one)), filters: check.filters() };
}

/** A record after JSON took it here, as a partner's answer does. */
export const received = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The record that goes out for one that came in, read back from its text. */
export function shown(kind: PartnerRecordKind, record: Json, more: Partial<SanitizeOptions> = {}): Json {
  const { originKey, links, ...own } = shownWhole(kind, record, more);
  return own;
}

/** With whose it is, and where it leads to. */
export function shownWhole(kind: PartnerRecordKind, record: Json, more: Partial<SanitizeOptions> = {}): Json {
  const isAnonymised = typeof (record.anonymousId ?? (record.remoteUser as Json)?.anonymousId) === 'string';
  return JSON.parse(foundRecord(kind, { record, isAnonymised }, distrust(more)).json);
}
