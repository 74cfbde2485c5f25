/** A partner's listing of genes for tests: rows of every kind, in pages that say about themselves what the test decides. */

import { anonymousGeneRecord, geneRecord } from '../../src/demo/mock-people.ts';
import type { ListingQuery, PageOrCursor } from '../../src/domain/federation/federated-query.ts';
import type { Reason } from '../../src/domain/federation/reasons.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import type { UseCases } from '../../src/federation/use-cases.ts';
import { json, knownPartner } from '../support/partners/fake-partner.ts';
import { STAYING, useCasesOver } from './small-sources.ts';

/** `unshown`: of tier 3, `repeated`: the named row before once more, `unwritable`: its page fails. */
export type RowKind = 'named' | 'anonymised' | 'unshown' | 'unreadable' | 'repeated' | 'unwritable';

export type PagedListing = {
  rows: readonly RowKind[];
  /** The largest page that it gives. */
  cap: number;
  total: 'right' | 'none' | 'too small' | 'too large' | 'ten million';
  last: 'right' | 'none' | 'never' | 'with an empty page';
  /** Whether pages state their size, and their number. */
  statesSize: boolean;
  statesNumber: boolean;
  /** Gives its first page whatever page is requested. */
  isStuck?: boolean;
};

type Row = { kind: RowKind; id: number; make: () => unknown };

const STATED: Readonly<Record<PagedListing['total'], (count: number) => number | undefined>> = {
  right: (count) => count,
  none: () => undefined,
  'too small': (count) => Math.max(0, count - 3),
  'too large': (count) => count + 3,
  'ten million': () => 10_000_000,
};

function rowsOf(kinds: readonly RowKind[]): Row[] {
  const rows: Row[] = [];
  for (const [place, kind] of kinds.entries()) {
    const id = 1000 + place;
    const before = rows.findLast((row) => row.kind === 'named');
    if (kind === 'repeated' && before !== undefined) rows.push({ ...before, kind });
    else if (kind === 'anonymised') rows.push({ kind, id, make: anonymousGeneRecord });
    else if (kind === 'unshown') rows.push({ kind, id, make: () => geneRecord(id, { tier: 'TIER3' }) });
    else if (kind === 'unreadable') rows.push({ kind, id, make: () => geneRecord(id, { symbol: 7 }) });
    else rows.push({ kind: kind === 'repeated' ? 'named' : kind, id, make: () => geneRecord(id) });
  }
  return rows;
}

function pageOf(rows: readonly Row[], page: number, size: number, listing: PagedListing) {
  const of = Math.min(size, listing.cap);
  const content = listing.isStuck ? rows.slice(0, of) : rows.slice(page * of, (page + 1) * of);
  if (content.some(({ kind }) => kind === 'unwritable')) return json({ status: 500, error: 'Error' }, 500);
  const isLast = (page + 1) * of >= rows.length;
  const last = { right: isLast, none: undefined, never: false, 'with an empty page': content.length === 0 };
  return json({
    content: content.map(({ make }) => make()),
    number: listing.statesNumber ? page : undefined,
    size: listing.statesSize ? of : undefined,
    last: last[listing.last],
    totalElements: STATED[listing.total](rows.length),
  });
}

export type WalkedPage = {
  rows: number;
  /** What the partner gives less than it states, by the sentence: rows that cannot be read, or that did not come. */
  unreadable: number;
  dropped: number;
  complete: boolean;
  summary: string;
  total: number;
  relation: 'eq' | 'gte';
};

export type Walk = {
  pages: WalkedPage[];
  /** Whether the cursor came to an end. */
  isEnded: boolean;
  requests: number;
  /** The ids of named rows, in the order in which they were shown. */
  named: number[];
  anonymised: number;
  /** The ids of the rows that can be shown, each once, and how many anonymised ones there are. */
  expected: { named: number[]; anonymised: number };
};

type Collected = Awaited<ReturnType<ReturnType<UseCases['federatedListing']>['collect']>>;

/** Walks through a partner's listing by the cursor, for at most so many pages. */
export async function walkThrough(listing: PagedListing, size: number, mostPages: number): Promise<Walk> {
  const rows = rowsOf(listing.rows);
  const partner = await knownPartner({
    answers({ path }) {
      const params = new URLSearchParams(path.split('?')[1]);
      return pageOf(rows, Number(params.get('page')), Number(params.get('size')), listing);
    },
  });
  const { federatedListing } = useCasesOver([partner.source]);
  const pages: WalkedPage[] = [];
  const named: number[] = [];
  let anonymised = 0;
  let cursor: string | null = null;
  while (pages.length < mostPages) {
    const page: PageOrCursor = cursor === null ? { page: 0, size } : { cursor };
    const query: ListingQuery = { kind: 'genes-list', origins: undefined, page };
    const collected: Collected = await federatedListing(query, PUBLIC_VIEWER, STAYING).collect();
    if (collected === undefined) throw new Error('Nobody has left.');
    const { records, envelope, origins, complete, summary } = collected.answer;
    for (const { isAnonymised, order } of records) {
      if (isAnonymised) anonymised++;
      else named.push(order?.id ?? 0);
    }
    const problem = origins[0]?.problem;
    const reasons: readonly Reason[] = problem?.code === 'limited' ? problem.params.reasons : problem ? [problem] : [];
    pages.push({
      rows: records.length,
      unreadable: reasons.reduce((sum, one) => sum + (one.code === 'unreadable-records' ? one.params.records : 0), 0),
      dropped: origins[0]?.dropped ?? 0,
      ...{ complete, summary, total: envelope.totalElements, relation: envelope.totalRelation },
    });
    cursor = collected.answer.cursor;
    if (cursor === null) break;
  }
  const expected = {
    named: rows.filter(({ kind }) => kind === 'named').map(({ id }) => id),
    anonymised: rows.filter(({ kind }) => kind === 'anonymised').length,
  };
  return { pages, isEnded: cursor === null, requests: partner.questions().length, named, anonymised, expected };
}
