/** An attacker who goes through listings and works out, by places alone, whose the records without a person are. */

import { anonymousIds } from '../../../src/registry/record/anonymous-ids.ts';
import { startTestRegistry, type TestRegistry } from '../registry/start-registry.ts';

const KEY = '00112233'.repeat(8);
const BIG_PAGE = 2000;

/** A record of a listing: whom it names, or without a person whose it really is. */
type Row = { named: number | undefined; person: number; geneId: number };

type Listing = 'users' | 'genes';
type WalkOptions = { token?: string | undefined; size?: number; sort?: string };

export type Attacked = AsyncDisposable & {
  /** All of a listing, page after page. */
  walk(listing: Listing, options?: WalkOptions): Promise<Row[]>;
  /** The same by the cursors of the merged listing. */
  walkMerged(listing: Listing, options?: WalkOptions): Promise<Row[]>;
  /** Numbers of accounts that are there and that the asker may not read, up to the greatest of `rows`. */
  hiddenNumbers(rows: readonly Row[], token?: string): Promise<number[]>;
};

/** @param snapshot the path of one, or one that a registry can be made of */
export async function startAttacked(
  snapshot: Parameters<typeof startTestRegistry>[0]['snapshot'],
  settings: Record<string, string> = {},
): Promise<Attacked> {
  const registry = await startTestRegistry({
    snapshot,
    settings: {
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
      APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: KEY,
      ...settings,
    },
  });
  // Nobody but this test holds the key.
  const { open } = anonymousIds({ key: Buffer.from(KEY, 'hex'), lifetimeMinutes: 60, now: () => new Date() });

  // biome-ignore lint/suspicious/noExplicitAny: records as they come
  function rowOf(record: any): Row {
    const person = record.remoteUser ?? record;
    const geneId = record.geneId ?? 0;
    if (record.anonymousId === undefined) return { named: person.id, person: person.id, geneId };
    const owner = open(record.anonymousId)?.userId;
    if (owner === undefined) throw new Error('An anonymous id of the registry does not open.');
    return { named: undefined, person: owner, geneId };
  }

  return {
    async walk(listing, { token, size = BIG_PAGE, sort = '' } = {}) {
      const rows: Row[] = [];
      for (let page = 0, isLast = false; !isLast; page++) {
        const { content, last } = await registry.json(`/api/${listing}?page=${page}&size=${size}&sort=${sort}`, token);
        rows.push(...content.map(rowOf));
        isLast = last;
      }
      return rows;
    },
    async walkMerged(listing, { token, size = BIG_PAGE } = {}) {
      const rows: Row[] = [];
      let where = `size=${size}`;
      for (;;) {
        const { content, cursor } = await registry.json(`/api/federated/${listing}?${where}&origins=local`, token);
        rows.push(...content.map(rowOf));
        if (cursor === null) return rows;
        where = `cursor=${cursor}`;
      }
    },
    async hiddenNumbers(rows, token) {
      const named = new Set(rows.map(({ named }) => named));
      const greatest = Math.max(...rows.map(({ person }) => person)) + 1;
      const tried = Array.from({ length: greatest }, (_, index) => index + 1).filter((id) => !named.has(id));
      return (await Promise.all(tried.map(async (id) => ({ id, status: await statusOf(registry, id, token) }))))
        .filter(({ status }) => status === 401)
        .map(({ id }) => id);
    },
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

async function statusOf(registry: TestRegistry, id: number, token?: string): Promise<number> {
  const response = await registry.get(
    `/api/users/${id}`,
    token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
  );
  await response.arrayBuffer();
  return response.status;
}

/** What an attacker says, and how often that is right. */
export type Guesses = { said: number; right: number };

/** Whoever stands on both sides of records without a person is said to be their person. */
export function guessNeighbours(rows: readonly Row[]): Guesses {
  return count(
    gapsOf(rows).flatMap(({ before, inside, behind }) => {
      return before === undefined || before !== behind ? [] : inside.map(({ person }) => ({ person, said: before }));
    }),
  );
}

/** Between two numbers that are named lie as many hidden numbers as records without a person: in the same order. */
export function guessNumbers(rows: readonly Row[], hidden: readonly number[]): Guesses {
  return count(
    gapsOf(rows).flatMap(({ before, inside, behind }) => {
      if (before === undefined || behind === undefined) return [];
      const [low, high] = [Math.min(before, behind), Math.max(before, behind)];
      const between = hidden.filter((id) => low < id && id < high);
      const said = before < behind ? between : between.toReversed();
      return said.length === inside.length ? inside.map(({ person }, at) => ({ person, said: said[at] })) : [];
    }),
  );
}

/** All hidden numbers are said to be those of the records without a person, in one order: one is right by chance. */
export function guessInOrder(rows: readonly Row[], hidden: readonly number[]): Guesses {
  const withheld = rows.filter(({ named, person }) => named === undefined && hidden.includes(person));
  return count(withheld.map(({ person }, at) => ({ person, said: hidden[at] })));
}

/** Two records without a person that follow each other are said to be of one person; and how many would be by chance. */
export function guessFollowing(rows: readonly Row[]): Guesses & { byChance: number } {
  const withheld = rows.filter(({ named }) => named === undefined);
  const guesses = withheld.slice(1).map(({ person }, at) => ({ person, said: withheld[at]?.person }));
  const ofEach = [...Map.groupBy(withheld, ({ person }) => person).values()].map(({ length }) => length);
  const pairs = ofEach.reduce((sum, one) => sum + one * (one - 1), 0);
  return { ...count(guesses), byChance: withheld.length === 0 ? 0 : pairs / withheld.length };
}

type Gap = { before: number | undefined; inside: Row[]; behind: number | undefined };

/** The records without a person that follow each other, and whom the records around them name. */
function gapsOf(rows: readonly Row[]): Gap[] {
  const gaps: Gap[] = [];
  let gap: Gap = { before: undefined, inside: [], behind: undefined };
  for (const row of rows) {
    if (row.named === undefined) {
      gap.inside.push(row);
      continue;
    }
    if (gap.inside.length > 0) gaps.push({ ...gap, behind: row.named });
    gap = { before: row.named, inside: [], behind: undefined };
  }
  return gap.inside.length > 0 ? [...gaps, gap] : gaps;
}

function count(guesses: readonly { person: number; said: number | undefined }[]): Guesses {
  return { said: guesses.length, right: guesses.filter(({ person, said }) => person === said).length };
}
