/** What a range of partner versions understands (rdp-protocol 11.1): one constant for each way of asking. */

import { FILTERS, type Filter } from '../../domain/federation/origin.ts';
import { isAtLeast, parsePartnerVersion } from '../../domain/federation/partner-version.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import { isObject } from '../../domain/is-object.ts';
import { EVERY_TAXON_ID } from '../../domain/query/gene-query.ts';
import { membersOf, parseJson } from './json-body.ts';

export type Dialect = {
  name: string;
  /** Where a search token travels. Never in an address before the version is known. */
  tokenIn: 'header' | 'query';
  tiers: 'one-call' | 'call-per-tier';
  /** Whether hidden people with the same gene are taken for one, so that its anonymised records are not all there are. */
  takesHiddenForOne: boolean;
  /** Whether name and description may be asked in one call; older versions fail with 500. */
  combinesNameAndDescription: boolean;
  /** The `orthologTaxonId` that stands for all organisms; undefined where leaving it out does. */
  everyTaxonId: typeof EVERY_TAXON_ID | undefined;
  /** The filters put into a request. */
  sends: ReadonlySet<Filter>;
  /** The filters that such a partner is known to apply. */
  applies: ReadonlySet<Filter>;
  /** What such a partner can be asked at all. */
  answers: ReadonlySet<QuestionKind>;
  /** Whether 404 of `/api/taxa/{id}` says that it does not know the organism: earlier versions have no such address. */
  hasTaxonRoute: boolean;
  statsPath: '/stats' | '/api/stats';
};

/** `oldest` is for a partner whose version is not known yet: every version understands it. */
export type DialectOfRdp = Dialect & { name: 'oldest' | '1.3' | '1.4' | '1.5' };

const EVERY_FILTER: ReadonlySet<Filter> = new Set(FILTERS);
const FILTERS_OF_1_4: ReadonlySet<Filter> = new Set(['researcherPositions', 'researcherCategories', 'organUberonIds']);
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
  // It understands one call too, but takes hidden people with the same gene for one: asked for both tiers it lost three of
  // eight (recorded of 1.4.11).
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
 * The organisms' number of 1.3 is taken by later versions for an organism that they do not know, and they search all of them
 * as well (quirk 12). Whose anonymised records are of 1.4 is seen from the records.
 */
const OLDEST: DialectOfRdp = {
  ...DIALECT_1_3,
  name: 'oldest',
  tokenIn: 'header',
  // Those that do not know a filter ignore it, so it costs nothing to send all; only nothing can be relied on.
  sends: EVERY_FILTER,
  answers: new Set(ANSWERED_BY_1_5),
  statsPath: '/api/stats',
};

/**
 * The dialect of a version: 1.5 and everything later, 1.4, or 1.3 for everything earlier; `oldest` for a version that
 * is unknown or cannot be read.
 */
export function dialectFor(version: string | undefined): DialectOfRdp {
  const parsed = version === undefined ? undefined : parsePartnerVersion(version);
  if (parsed === undefined) return OLDEST;
  if (isAtLeast(parsed, 1, 5)) return DIALECT_1_5;
  return isAtLeast(parsed, 1, 4) ? DIALECT_1_4 : DIALECT_1_3;
}

/** What stands behind it is no version, and may be any text of the partner. */
const VERSION_TEXT = /^[\w.+-]{1,40}/;

/**
 * The version in an answer to `GET /api` (rdp-protocol 7.3). Without `info` it is of 1.0.0 to 1.3, one of `v0` is of
 * an early 1.4. Undefined when it states none: it is no JSON object, or its `info` has no version.
 */
export function readVersion(body: string): string | undefined {
  const document = parseJson(body);
  if (!isObject(document)) return undefined;
  if ((document.info ?? undefined) === undefined) return '1.0.0';
  const { version } = membersOf(document.info);
  if (typeof version !== 'string' && typeof version !== 'number') return undefined;
  const [text] = VERSION_TEXT.exec(String(version).trim()) ?? [];
  return text === 'v0' ? '1.4.0' : text;
}
