/** Makes rows, the short form of records in lists: the same members, without those of a profile only, and with a short description. */

import type { Identifiers } from './identifiers.ts';
import type { Signature } from './model.ts';

/** The forms of records in answers: the whole record, or the row that a list shows (`fields=row`). */
export const RECORD_FORMS = ['record', 'row'] as const;
export type RecordForm = (typeof RECORD_FORMS)[number];

/** The members that a federated answer adds to each record and to its row. */
type Stamped = { originKey?: string; links?: object };

type Maybe<Value> = Value | null | undefined;

/** All members are optional, as registries of different versions do not have all of them. */
type ShownPerson = Signature &
  Identifiers & {
    id?: Maybe<number>;
    anonymousId?: Maybe<string>;
    name?: Maybe<string>;
    lastName?: Maybe<string>;
    organization?: Maybe<string>;
    researcherPosition?: Maybe<string>;
    description?: Maybe<string>;
    researcherCategories?: Maybe<readonly string[]>;
    userOrgans?: Maybe<Readonly<Record<string, { name?: Maybe<string> }>>>;
    /** Only in a search by a full name. */
    nameMatch?: Maybe<'near'>;
  };

type ShownGene = {
  anonymousId?: Maybe<string>;
  geneId?: Maybe<number>;
  symbol?: Maybe<string>;
  taxon?: Maybe<{ id?: Maybe<number>; commonName?: Maybe<string> }>;
  tier?: Maybe<string>;
};

/** Returns the row of a researcher's record, or of a gene's record with its owner. */
export function rowOf(record: Stamped & (ShownPerson | (ShownGene & { remoteUser: ShownPerson }))) {
  const { originKey, links } = record;
  if (!('remoteUser' in record)) return { originKey, links, ...personRow(record) };
  const { anonymousId, geneId, symbol, taxon, tier } = geneRow(record);
  return { originKey, links, anonymousId, geneId, symbol, taxon, tier, remoteUser: personRow(record.remoteUser) };
}

/** Returns the row of a person. Members that are null or empty in the record are absent, so that the JSON is short. */
export function personRow(person: ShownPerson) {
  const { researcherCategories, userOrgans } = person;
  return {
    id: person.id ?? undefined,
    anonymousId: person.anonymousId ?? undefined,
    name: person.name ?? undefined,
    lastName: person.lastName ?? undefined,
    organization: person.organization ?? undefined,
    researcherPosition: person.researcherPosition ?? undefined,
    description: interestLine(person.description),
    researcherCategories: researcherCategories?.length ? researcherCategories : undefined,
    userOrgans: organNames(userOrgans ?? {}),
    origin: person.origin,
    originUrl: person.originUrl,
    nameMatch: person.nameMatch ?? undefined,
    orcid: person.orcid || undefined,
    ror: person.ror || undefined,
  };
}

/** Returns the row of a gene without its owner, whose own row is in `remoteUser`. */
export function geneRow({ anonymousId, geneId, symbol, taxon, tier }: ShownGene) {
  return {
    anonymousId: anonymousId ?? undefined,
    geneId: geneId ?? undefined,
    symbol,
    taxon: taxon && { id: taxon.id, commonName: taxon.commonName ?? undefined },
    tier: tier ?? undefined,
  };
}

function organNames(organs: NonNullable<ShownPerson['userOrgans']>) {
  const named = Object.entries(organs).map(([id, { name }]) => [id, { name: name ?? undefined }] as const);
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** In characters; short enough to be read at a glance. */
const LONGEST_INTEREST = 110;

/** Shortens a description to whole words. Undefined where it is empty. */
function interestLine(description: string | null | undefined): string | undefined {
  // Only the beginning is read, so that the time does not depend on the length of the text.
  const beginning = (description ?? '').slice(0, 4 * LONGEST_INTEREST);
  const flat = (WIDE_BLANK.test(beginning) ? beginning.replace(/\s+/g, ' ') : beginning).trim();
  if (flat === '') return undefined;
  // Most texts have one code unit for each character. Splitting one takes as long as writing the whole record as JSON.
  const characters = HALF.test(flat) ? [...flat] : undefined;
  if ((characters ?? flat).length <= LONGEST_INTEREST) return flat;
  const cut = characters?.slice(0, LONGEST_INTEREST - 1).join('') ?? flat.slice(0, LONGEST_INTEREST - 1);
  const space = cut.lastIndexOf(' ');
  return [space > LONGEST_INTEREST / 2 ? cut.slice(0, space) : cut, '…'].join('');
}

/** Several blanks in a row, or one other than a plain space. */
const WIDE_BLANK = /\s\s|[^\S ]/;
/** One half of a surrogate pair. */
const HALF = /[\ud800-\udfff]/;
