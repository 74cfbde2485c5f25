/** What a range of partner versions understands (rdp-protocol 11.1), as one constant per range. */

import { FILTERS, type Filter } from '../../domain/federation/origin.ts';
import { isAtLeast, parsePartnerVersion } from '../../domain/federation/partner-version.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import { isObject } from '../../domain/own-member.ts';
import { EVERY_TAXON_ID } from '../../domain/query/gene-query.ts';
import { membersOf, parseJson } from './json-body.ts';

export type Dialect = {
  name: string;
  /** Where a search token is sent. Never in an address before the version is known. */
  tokenIn: 'header' | 'query';
  /** With both tiers in one call, RDP 1.4 drops anonymised people with the same gene: of eight for SHH it returns six. */
  tiers: 'one-call' | 'call-per-tier';
  /** Whether the partner takes anonymised people with the same gene for one person, so that some of their records are missing. */
  takesHiddenForOne: boolean;
  /** Whether one request may have a name and a description; older versions fail with 500. */
  combinesNameAndDescription: boolean;
  /** The `orthologTaxonId` that means all organisms; undefined if leaving it out means that. */
  everyTaxonId: typeof EVERY_TAXON_ID | undefined;
  /** The filters that are sent. */
  sends: ReadonlySet<Filter>;
  /** The filters that such a partner is known to apply. */
  applies: ReadonlySet<Filter>;
  /** The kinds of question that such a partner answers. */
  answers: ReadonlySet<QuestionKind>;
  /** Whether 404 of `/api/taxa/{id}` means that the partner does not know the organism; earlier versions have no such address. */
  hasTaxonRoute: boolean;
  statsPath: '/stats' | '/api/stats';
};

/** `oldest` is for partners whose version is not known yet: every version understands it. */
export type DialectOfRdp = Dialect & { name: 'oldest' | '1.3' | '1.4' | '1.5' };

const EVERY_FILTER: ReadonlySet<Filter> = new Set(FILTERS);
/** The version of RDP that brought each filter. */
const SINCE: { readonly [Name in Filter]: '1.4' | '1.5' } = {
  researcherPositions: '1.4',
  researcherCategories: '1.4',
  organUberonIds: '1.4',
  ontologyTermIds: '1.5',
};
const FILTERS_OF_1_4: ReadonlySet<Filter> = new Set(FILTERS.filter((filter) => SINCE[filter] === '1.4'));
const NO_FILTER: ReadonlySet<Filter> = new Set();

const ANSWERED_BY_1_3: readonly QuestionKind[] = ['genes-search', 'users-search', 'user', 'stats'];
const ANSWERED_BY_1_4: readonly QuestionKind[] = [...ANSWERED_BY_1_3, 'genes-list', 'users-list', 'anonymous-user'];
const ANSWERED_BY_1_5: readonly QuestionKind[] = [...ANSWERED_BY_1_4, 'anonymous-gene', 'terms'];

const DIALECT_1_5: DialectOfRdp = {
  name: '1.5',
  tokenIn: 'header',
  tiers: 'one-call',
  takesHiddenForOne: false,
  combinesNameAndDescription: true,
  everyTaxonId: undefined,
  sends: EVERY_FILTER,
  applies: EVERY_FILTER,
  answers: new Set(ANSWERED_BY_1_5),
  hasTaxonRoute: true,
  statsPath: '/api/stats',
};

const DIALECT_1_4: DialectOfRdp = {
  ...DIALECT_1_5,
  name: '1.4',
  // 1.4 understands one request for all tiers, but takes anonymised people with the same gene for one: for two tiers it
  // lost three of eight records (recorded with 1.4.11).
  tiers: 'call-per-tier',
  takesHiddenForOne: true,
  combinesNameAndDescription: false,
  sends: FILTERS_OF_1_4,
  applies: FILTERS_OF_1_4,
  answers: new Set(ANSWERED_BY_1_4),
  hasTaxonRoute: false,
};

const DIALECT_1_3: DialectOfRdp = {
  ...DIALECT_1_4,
  name: '1.3',
  tokenIn: 'query',
  takesHiddenForOne: false,
  everyTaxonId: EVERY_TAXON_ID,
  sends: NO_FILTER,
  applies: NO_FILTER,
  answers: new Set(ANSWERED_BY_1_3),
  statsPath: '/stats',
};

/**
 * Later versions do not know the number that means all organisms to 1.3; they search all organisms, too (quirk 12).
 * Anonymised records of 1.4 are recognised by the records themselves.
 */
const OLDEST: DialectOfRdp = {
  ...DIALECT_1_3,
  name: 'oldest',
  tokenIn: 'header',
  // A version ignores filters that it does not know, so all are sent; but none is certain to be applied.
  sends: EVERY_FILTER,
  answers: new Set(ANSWERED_BY_1_5),
  statsPath: '/api/stats',
};

/**
 * Returns the dialect of a version: 1.5 and everything later, 1.4, or 1.3 and everything earlier; `oldest` for a
 * version that is unknown or cannot be read.
 */
export function dialectFor(version: string | undefined): DialectOfRdp {
  const parsed = version === undefined ? undefined : parsePartnerVersion(version);
  if (parsed === undefined) return OLDEST;
  if (isAtLeast(parsed, 1, 5)) return DIALECT_1_5;
  return isAtLeast(parsed, 1, 4) ? DIALECT_1_4 : DIALECT_1_3;
}

/** The beginning of a text that may be a version; the rest may be any text of the partner. */
const VERSION_TEXT = /^[\w.+-]{1,40}/;

/**
 * Reads the version from an answer to `GET /api` (rdp-protocol 7.3). Versions 1.0.0 to 1.3 give two texts, `message` and
 * `version`, and no `info`; an early 1.4 calls itself `v0`. Undefined if it states none: any other document, such as
 * that of a server in front of the partner, is no version of RDP.
 */
export function readVersion(body: string): string | undefined {
  const document = parseJson(body);
  if (!isObject(document)) return undefined;
  const { info, message } = document;
  if (info === undefined) return isText(message) && isText(document.version) ? '1.0.0' : undefined;
  const { version } = membersOf(info);
  if (typeof version !== 'string' && typeof version !== 'number') return undefined;
  const [text] = VERSION_TEXT.exec(String(version).trim()) ?? [];
  return text === 'v0' ? '1.4.0' : text;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
