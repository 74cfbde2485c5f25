/** What goes into a registry comes out of it, and goes in again: also what is odd, in random tables and loads. */

import { describe, expect, test } from 'vitest';
import { compileCheck } from '../../../src/lib/schema-check.ts';
import { importPeople } from '../../../src/registry/import/import-people.ts';
import { snapshotChecker } from '../../../src/registry/import/snapshot-check.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, exportedText, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';
import { fileOf, gene2go, geneInfo, obo, openLoading } from './loading.ts';

const check = snapshotChecker(compileCheck);
const ODD = ['é', 'E', 'ß', 'İ', ' ', '🧬', 'ﬁ', '-', '.', 'x', 'X', '0'];

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const text = (most: number) => Array.from({ length: below(most) }, () => ODD[below(ODD.length)]).join('');
  return { below, text, oneOf: <T>(...all: T[]) => all[below(all.length)] as T };
}

type Loading = ReturnType<typeof openLoading>;

/** What cannot be taken over is refused as a file, and nothing else happens. */
async function loadOdd(registry: Loading, seed: number): Promise<void> {
  const { below, text, oneOf } = dice(seed);
  const aLetter = () => oneOf('a', 'A', 'é', 'e', 'x'.repeat(190));
  const refusing = (work: Promise<unknown>) => work.catch((error: Error) => expect(error.name).toBe('UnreadableFile'));
  await refusing(
    registry.genes(geneInfo(...[5, 6].map((geneId) => ({ geneId, symbol: `G${text(5)}`, name: text(9) })))),
  );
  const terms = Array.from({ length: 4 }, () => [`id: X:${aLetter()}${below(3)}`, `name: ${text(300)}`]);
  await refusing(
    registry.ontology(obo(oneOf('x', 'y'.repeat(300), undefined), ...terms), {
      name: oneOf(undefined, '', 'É', 'z'.repeat(256)),
    }),
  );
  await refusing(
    registry.organs(
      obo('uberon', ...Array.from({ length: 4 }, () => [`id: ${oneOf('UBERON', 'uberon')}:${aLetter()}`, 'name: x'])),
    ),
  );
  await refusing(registry.annotations(gene2go([9606, 5, 'GO:0000001'], [9606, 6, `GO:000000${below(9)}`])));
  const anId = () => `${oneOf('OMIM', 'omim')}:${oneOf('1', '2', 'x'.repeat(190))}`;
  const pairs = Array.from({ length: 4 }, () => `${oneOf(5, 6)}\tG\tHP:1\tx\t-\t${anId()}`);
  const names = Array.from({ length: 3 }, () => `${anId()}\tName ${text(5)}`);
  const header = 'ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id';
  await refusing(
    registry.diseases({
      pairs: [fileOf('pairs', header, ...pairs)],
      names: [fileOf('names', 'database_id\tdisease_name', ...names)],
    }),
  );
}

/** Values of every column, of which some are refused, each time with the whole table. */
function oddCell(heading: string, { below, text, oneOf }: ReturnType<typeof dice>): string {
  const odd = () => oneOf('', text(12), `${text(6)}\u0000`, '\u202e', 'x'.repeat(oneOf(255, 256, 20_000)), '\n\t');
  const values: Record<string, () => string> = {
    'e-mail': () =>
      `${oneOf('a', 'A', 'é', 'e\u0301', 'ß', 'ſ', 'ﬁ', 'x'.repeat(50))}@${oneOf('example.org', 'EXAMPLE.org', 'xn--e.org')}`,
    level: () => oneOf('private', 'shared', 'public', '0', '2', ''),
    shared: () => oneOf('yes', 'no', ''),
    'hide gene list': () => oneOf('yes', 'no', ''),
    position: () => oneOf('PI', ''),
    categories: () => oneOf('in vivo', 'other; in silico', ''),
    organs: () => oneOf('brain', ''),
    terms: () => oneOf('HP:0001250', ''),
    genes: () => oneOf('BRCA1 human TIER1', 'TP53 human 3 private; BRCA1 human 2', ''),
    website: () =>
      oneOf(
        'https://lab.example.org/é',
        'javascript:alert(1)',
        ' \u0001https://x.example.org',
        'example.org:80',
        odd(),
      ),
  };
  return below(40) === 0 ? oneOf(odd(), '\ud800') : (values[heading] ?? odd)();
}

const HEADINGS = [
  ...['name', 'organisation', 'department', 'description', 'phone', 'website', 'level', 'shared'],
  ...['hide gene list', 'position', 'categories', 'organs', 'terms', 'genes'],
];

/** Answers whether it was taken over. */
function importOddTable(store: Store, seed: number): boolean {
  const numbers = dice(seed);
  const headings = ['e-mail', 'last name', ...HEADINGS.filter(() => numbers.below(3) === 0)];
  const rows = Array.from({ length: 1 + numbers.below(2) }, () => headings.map((heading) => oddCell(heading, numbers)));
  const sheets = [{ name: null, rows: [headings, ...rows] }];
  const options = { store, sheets, remoteSearchUserId: undefined, now: new Date() };
  return importPeople({ ...options, removesMissing: numbers.below(3) === 0 }).outcome === 'imported';
}

function expectTheSameAgain(text: string): void {
  const snapshot = JSON.parse(text);
  expect(check(snapshot).problems).toEqual([]);
  using other = openTemporaryStore();
  importInto(other.store, snapshot);
  expect(exportedText(other.store)).toBe(text);
}

describe('an export is imported again', () => {
  test('after whatever was loaded, twice', async () => {
    const trials = sampledCount(5, 20);
    for (let seed = 1; seed <= trials; seed++) {
      using registry = openLoading(smallSnapshot());
      await loadOdd(registry, seed);
      await loadOdd(registry, seed + trials);
      expectTheSameAgain(exportedText(registry.store));
    }
  });

  test('after whatever tables of people', () => {
    const tables = sampledCount(4, 15);
    let taken = 0;
    for (let seed = 1; seed <= tables; seed++) {
      using registry = openTemporaryStore(smallSnapshot());
      for (let table = 0; table < 8; table++) if (importOddTable(registry.store, seed * 8 + table)) taken += 1;
      expectTheSameAgain(exportedText(registry.store));
    }
    expect(taken).toBeGreaterThan(tables);
  });

  test('with addresses that differ by an accent alone, and not by letter case', () => {
    const withAddresses = (...emails: string[]) =>
      smallSnapshot({ users: emails.map((email, index) => aUser(index + 1, { email })) });
    using registry = openTemporaryStore();
    const accents = withAddresses('rene@example.org', 'rené@example.org');
    expect(check(accents).problems).toEqual([]);
    importInto(registry.store, accents);
    expectTheSameAgain(exportedText(registry.store));
    expect(exported(registry.store).users).toHaveLength(2);
    expect(check(withAddresses('rene@example.org', 'Rene@example.org')).problemCount).toBe(1);
  });
});

describe('an ontology', () => {
  test.each(['', ' ', 'n'.repeat(300)])('is not loaded under the name %j', async (name) => {
    using registry = openLoading(smallSnapshot());
    const loading = registry.ontology(obo('x', ['id: X:1', 'name: one']), { name });
    await expect(loading).rejects.toThrow('give a name of 1 to 255 characters with --name');
  });
});
