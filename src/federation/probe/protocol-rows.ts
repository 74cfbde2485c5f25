/** A fixed set of questions to a registry of RDP's protocol, with the rule that each answer must follow. */

import { isObject } from '../../domain/own-member.ts';
import { counted } from '../../domain/plurals.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import type { Reply } from '../dialect/reply.ts';

type Judged = { result: 'ok' | 'remark' | 'wrong' | 'not-asked'; found: string; quirk?: number };

export type ProtocolRow<Check extends string = string> = {
  check: Check;
  /** The place in docs/rdp-protocol that says what must be answered. */
  anchor: string;
  /** The first version with this rule (rdp-protocol 11.1). */
  since: '1.0' | '1.4' | '1.5';
  /** Returns the paths to request, one after the other; undefined if the replies so far contain no id to ask for. */
  paths(replies: ReadonlyMap<string, Reply>): readonly string[] | undefined;
  /** Whether the requests have a token that no registry has made. */
  withUnknownToken?: boolean;
  /** @param paths those that were requested */
  judge(replies: readonly [Reply, ...Reply[]], paths: readonly string[]): Judged;
};

const POSITION = 'PRINCIPAL_INVESTIGATOR';
/** Most people have this letter in their name; the answer has enough records to show whether a filter is applied. */
const BY_NAME = '/api/users/search?nameLike=e&prefix=false';
const BY_POSITION = `${BY_NAME}&researcherPositions=${POSITION}`;
const LISTED_PEOPLE = '/api/users';
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** RDP and its clients recognise the refusal of an ontology by this beginning (rdp-protocol 2.8). */
const UNKNOWN_ONTOLOGIES = 'The following ontologies do not exist in this registry:';

const ANONYMOUS_ID: ProtocolRow<'anonymous-id'> = {
  check: 'anonymous-id',
  anchor: 'quirks.md#quirk-2',
  since: '1.4',
  paths(replies) {
    const listing = replies.get(LISTED_PEOPLE);
    const id =
      listing &&
      recordsIn(listing)
        ?.map(anonymousIdOf)
        .find((one) => one !== undefined);
    return id === undefined ? undefined : [`/api/users/by-anonymous-id/${id}`];
  },
  judge([reply], [path = '']) {
    const { status } = reply;
    if (status === 404) return unknown('it is not known any more');
    const id = status === 200 ? anonymousIdOf(valueIn(reply)) : undefined;
    if (id === undefined) return broken(`is answered by ${status} in the place of the record`);
    return path.endsWith(id) ? met('leads to the record') : quirk(2, 'leads to a record of another anonymous id');
  },
};

/** In the order of the check. */
export const PROTOCOL_ROWS = [
  answering('unknown-address', 'routes.md#2.12', '1.0', '/api/nope', 404),
  answering('malformed-id', 'routes.md#2.9', '1.0', '/api/users/abc', 400),
  answering('unknown-anonymous-id', 'routes.md#2.10', '1.4', `/api/users/by-anonymous-id/${NOBODY}`, 404),
  answering('name-without-prefix', 'routes.md#2.4', '1.0', '/api/users/search?nameLike=level', 400),
  answering(
    'name-and-description',
    'routes.md#2.4',
    '1.5',
    '/api/users/search?nameLike=level&prefix=true&descriptionLike=epilepsy',
    200,
  ),
  answering('gene-without-organism', 'routes.md#2.7', '1.4', '/api/genes/search?symbol=BRCA1', 400),
  answering('unknown-symbol', 'routes.md#2.7', '1.0', geneSearch('NOPE', 9606), 404),
  answering('empty-symbol', 'routes.md#2.7', '1.5', geneSearch('', 9606), 400),
  answering('unknown-organism', 'routes.md#2.7', '1.4', geneSearch('BRCA1', 1), 404),
  row('two-genes-of-one-symbol', 'quirks.md#quirk-9', '1.0', [geneSearch('Dl', 7227)], failingBy(9)),
  row('one-person-twice', 'quirks.md#quirk-7', '1.0', [geneSearch('TP53', 9606)], failingBy(7)),
  row('third-tier', 'routes.md#2.7', '1.4', [geneSearch('BRCA1', 9606, 'TIER3')], (reply) => {
    if (reply.status === 404) return unknown('it does not know the gene');
    return listed(reply, (records) =>
      records.length === 0
        ? met('is never found')
        : broken(`${counted(records.length, 'record of the third tier is', 'records of the third tier are')} found`),
    );
  }),
  row('filters', 'routes.md#2.6', '1.4', [BY_POSITION], (reply) =>
    filtered(reply, 'are applied', (others, all) => broken(`are ignored: ${others} of ${all} are others`)),
  ),
  row('singular-filters', 'quirks.md#quirk-8', '1.4', [`${BY_NAME}&researcherPosition=${POSITION}`], (reply) =>
    filtered(reply, 'are read too', () => quirk(8, 'the names that RDP itself sends are not read')),
  ),
  row('private-genes', 'quirks.md#quirk-5', '1.5', [BY_POSITION], (reply) =>
    listed(reply, (records) => {
      const genes = records.flatMap(genesIn);
      if (genes.length === 0) return unknown('no profile shows genes');
      const hidden = genes.filter(({ privacyLevel }) => privacyLevel === 0 || privacyLevel === 1).length;
      return hidden === 0
        ? met('are in no profile')
        : quirk(5, `${counted(hidden, 'gene in profiles is', 'genes in profiles are')} not public`);
    }),
  ),
  row(
    'unknown-ontology',
    'routes.md#2.8',
    '1.5',
    [`${BY_NAME}&ontologyNames=nope&ontologyTermIds=X`],
    ({ status, body }) => {
      if (status === 200) return broken('is ignored (200), so everybody is found');
      if (status !== 400) return broken(`is answered with ${status} instead of 400`);
      return body.startsWith(UNKNOWN_ONTOLOGIES)
        ? met('is refused with 400')
        : broken('is refused with 400, in words that partners do not know');
    },
  ),
  {
    ...answering('unknown-token', 'tokens-and-origins.md#6.2', '1.4', LISTED_PEOPLE, 401),
    withUnknownToken: true,
  },
  row('listing-pages', 'records.md#1.13', '1.4', [LISTED_PEOPLE, `${LISTED_PEOPLE}?page=1`], judgePages),
  ANONYMOUS_ID,
];

export type ProtocolCheck = (typeof PROTOCOL_ROWS)[number]['check'];

function row<Check extends string>(
  check: Check,
  anchor: string,
  since: ProtocolRow['since'],
  paths: readonly string[],
  judge: (first: Reply, second: Reply) => Judged,
): ProtocolRow<Check> {
  return { check, anchor, since, paths: () => paths, judge: ([first, second = first]) => judge(first, second) };
}

function answering<Check extends string>(
  check: Check,
  anchor: string,
  since: ProtocolRow['since'],
  path: string,
  expected: number,
): ProtocolRow<Check> {
  return row(check, anchor, since, [path], ({ status }) => {
    return status === expected
      ? met(`is answered with ${status}`)
      : broken(`is answered with ${status} instead of ${expected}`);
  });
}

/** Returns the path of a search for one tier in one organism, as every version understands it. */
function geneSearch(symbol: string, taxonId: number, tier = 'TIER1'): string {
  return `/api/genes/search?${new URLSearchParams({ symbol, taxonId: String(taxonId), tier })}`;
}

/** Judges a search on which RDP fails because of a quirk. */
function failingBy(number: number): (reply: Reply) => Judged {
  return ({ status }) => {
    if (status === 404) return unknown('it does not know the gene or its organism');
    if (status === 500) return quirk(number, 'is answered with an error (500)');
    return status === 200 ? met('is answered') : broken(`is answered with ${status}`);
  };
}

function judgePages(first: Reply, second: Reply): Judged {
  const [one, two] = [pageIn(first), pageIn(second)];
  if (one === undefined || two === undefined) return broken('have no list with its number, its size and the total');
  const faults = [
    ...(one.number === 0 && two.number === 1 ? [] : ['they do not state their numbers']),
    ...(one.total === two.total ? [] : ['they state different totals']),
    ...(one.total < one.content.length + two.content.length
      ? ['the total is smaller than their number of records']
      : []),
    ...(one.content.length > one.size ? ['a page has more records than its size'] : []),
    ...(one.content.length < Math.min(one.size, one.total)
      ? ['a page that is not the last has fewer records than its size']
      : []),
    ...(sharedIds(one.content, two.content) === 0 ? [] : ['the same people are on both']),
  ];
  if (faults.length > 0) return broken(faults.join('; '));
  return one.content.length === 0
    ? unknown('nobody is listed')
    : met(`list ${counted(one.total, 'person', 'people')}, nobody twice`);
}

type Page = { content: readonly unknown[]; number: number; size: number; total: number };

function pageIn(reply: Reply): Page | undefined {
  const page = reply.status === 200 ? valueIn(reply) : undefined;
  if (!isObject(page) || !Array.isArray(page.content)) return undefined;
  const { number, size, totalElements: total } = page;
  if (typeof number !== 'number' || typeof size !== 'number' || typeof total !== 'number') return undefined;
  return { content: page.content, number, size, total };
}

function sharedIds(one: readonly unknown[], other: readonly unknown[]): number {
  const ids = new Set(one.flatMap(idsOf));
  return other.flatMap(idsOf).filter((id) => ids.has(id)).length;
}

/** Returns the id of a record; anonymised records of 1.4 have the id 0, which does not count. */
function idsOf(record: unknown): number[] {
  const { id } = membersOf(record);
  return typeof id === 'number' && id > 0 ? [id] : [];
}

/** Judges the records of a list, or of the content of a page. */
function listed(reply: Reply, judge: (records: readonly unknown[]) => Judged): Judged {
  if (reply.status !== 200) return broken(`is answered with ${reply.status} instead of records`);
  const records = recordsIn(reply);
  return records === undefined ? unknown('the answer is not a list, or is too long') : judge(records);
}

/** Judges whether the people of a list are those of one position. */
function filtered(reply: Reply, whenAll: string, whenNot: (others: number, all: number) => Judged): Judged {
  return listed(reply, (records) => {
    if (records.length === 0) return unknown('nobody was found, so it cannot be checked');
    const others = records.filter((record) => membersOf(record).researcherPosition !== POSITION).length;
    return others === 0 ? met(whenAll) : whenNot(others, records.length);
  });
}

function recordsIn(reply: Reply): readonly unknown[] | undefined {
  const value = valueIn(reply);
  const list = membersOf(value).content ?? value;
  return Array.isArray(list) ? list : undefined;
}

function valueIn({ body, json }: Reply): unknown {
  return typeof json === 'object' ? json.value : parseJson(body);
}

function genesIn(record: unknown): Record<string, unknown>[] {
  return Object.values(membersOf(membersOf(record).userGenes)).filter(isObject);
}

function anonymousIdOf(record: unknown): string | undefined {
  const { anonymousId: id } = membersOf(record);
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : undefined;
}

function met(found: string): Judged {
  return { result: 'ok', found };
}

function broken(found: string): Judged {
  return { result: 'wrong', found };
}

function quirk(number: number, found: string): Judged {
  return { result: 'remark', found, quirk: number };
}

function unknown(found: string): Judged {
  return { result: 'not-asked', found };
}
