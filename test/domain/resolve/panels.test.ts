/** A published panel is a list of its genes, as it is pasted, and each is looked up. */

import { describe, expect, test } from 'vitest';
import { MOST_GENES, readTypedList } from '../../../src/domain/gene-list/typed-entries.ts';
import { resolveText } from '../../../src/domain/resolve/resolve-text.ts';
import { PANELS } from '../../support/registry/panels.ts';
import { searchedGenes } from '../../support/registry/trial-answers.ts';
import { foundGene, smallLookups } from './small-lookups.ts';

const official = { nomenclatureStatus: 'official', kind: 'protein-coding' } as const;
const symbols = [...new Set(PANELS.flatMap(({ genes }) => genes))];
/** Genes of mouse, fly and worm that are spelled alike, and other diseases and words that symbols mean. */
const ALIKE: readonly [taxonId: number, symbols: readonly string[]][] = [
  [10090, ['Max', 'Ret', 'Otc', 'Des', 'Prx', 'Mag', 'Tfg', 'Cask']],
  [7227, ['ret', 'vhl', 'eng', 'des']],
  [6239, ['apc', 'cbl']],
];
const lookups = smallLookups({
  genes: [
    ...symbols.map((symbol, at) => foundGene({ geneId: 10_000 + at, symbol }, official)),
    ...ALIKE.flatMap(([taxonId, own]) =>
      own.map((symbol, at) => foundGene({ geneId: taxonId * 100 + at, symbol, taxonId })),
    ),
  ],
});
const FORMS: readonly [form: string, written: (genes: readonly string[]) => string][] = [
  ['commas', (genes) => genes.join(', ')],
  ['blanks', (genes) => genes.join(' ')],
  ['lines', (genes) => genes.join('\r\n')],
  ['semicolons', (genes) => genes.join(';')],
  ['small letters', (genes) => genes.join(', ').toLowerCase()],
  ['numbers before them', (genes) => genes.map((gene, at) => `${at + 1}\t${gene}`).join('\n')],
];

describe.each(PANELS)('$what', ({ genes }) => {
  const human = genes.map((gene) => `${gene} human`);

  test.each(FORMS)('with %s', (_, written) => {
    const typed = written(genes);
    const { isList, entries, entriesLeftOut } = resolveText(typed, 10, lookups);
    expect([isList, searchedGenes({ isList, entries } as ReturnType<typeof resolveText>), entriesLeftOut]).toEqual([
      true,
      human,
      0,
    ]);
    // With blanks, a line is an entry, whose genes are looked up later.
    if (!typed.includes(' ') || typed.includes(',')) expect(readTypedList(typed).entries).toHaveLength(genes.length);
  });
});

test('each panel is small enough to be searched for at once', () => {
  expect(PANELS.filter(({ genes }) => genes.length > MOST_GENES || new Set(genes).size < genes.length)).toEqual([]);
});
