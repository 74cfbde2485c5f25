/** Records as lists show them: the same members under the same names, without what only a profile shows, and of a description its beginning. */

import type { Identifiers } from './identifiers.ts';
import type { Signature } from './model.ts';

/** What a record holds when it goes out: all of it, or what a list shows (`fields=row`). */
export const RECORD_FORMS = ['record', 'row'] as const;
export type RecordForm = (typeof RECORD_FORMS)[number];

/** What a federated answer adds to each record, which its row says as well. */
type Stamped = { originKey?: string; links?: object };

type Maybe<Value> = Value | null | undefined;

/** As far as records of any version of a registry hold it. */
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
    /** Where a full name was asked for. */
    nameMatch?: Maybe<'near'>;
  };

type ShownGene = {
  anonymousId?: Maybe<string>;
  geneId?: Maybe<number>;
  symbol?: Maybe<string>;
  taxon?: Maybe<{ id?: Maybe<number>; commonName?: Maybe<string> }>;
  tier?: Maybe<string>;
};

/** The row of a record of a researcher, or of a gene with its owner. */
export function rowOf(record: Stamped & (ShownPerson | (ShownGene & { remoteUser: ShownPerson }))) {
  const { originKey, links } = record;
  if (!('remoteUser' in record)) return { originKey, links, ...personRow(record) };
  const { anonymousId, geneId, symbol, taxon, tier } = geneRow(record);
  return { originKey, links, anonymousId, geneId, symbol, taxon, tier, remoteUser: personRow(record.remoteUser) };
}

/** The row of a person. What is null or empty in the record is left out, so that JSON is short. */
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

/** The row of a gene without its owner, who stands below `remoteUser` as a row of their own. */
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

/** In characters; a reader sees at a glance whether it concerns them. */
const LONGEST_INTEREST = 110;

/** Ends with a whole word. Undefined where nothing is written. */
function interestLine(description: string | null | undefined): string | undefined {
  // Of a text of any length only its beginning is looked at.
  const beginning = (description ?? '').slice(0, 4 * LONGEST_INTEREST);
  const flat = (WIDE_BLANK.test(beginning) ? beginning.replace(/\s+/g, ' ') : beginning).trim();
  if (flat === '') return undefined;
  // Nearly every text has one code unit a character, and to take one to pieces takes as long as to write its record.
  const characters = HALF.test(flat) ? [...flat] : undefined;
  if ((characters ?? flat).length <= LONGEST_INTEREST) return flat;
  const cut = characters?.slice(0, LONGEST_INTEREST - 1).join('') ?? flat.slice(0, LONGEST_INTEREST - 1);
  const space = cut.lastIndexOf(' ');
  return [space > LONGEST_INTEREST / 2 ? cut.slice(0, space) : cut, '…'].join('');
}

/** More than one blank, or another than the usual one. */
const WIDE_BLANK = /\s\s|[^\S ]/;
/** Of a character of two code units. */
const HALF = /[\ud800-\udfff]/;
