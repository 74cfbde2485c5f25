/** The layouts of a table of people, and to whom a level in each of them belongs. `docs/people-file.md` prints the table. */

import { COLUMNS, type ColumnKey } from './columns.ts';

/** How a sheet lists genes: not at all, all of a person in one cell, or each in a row of its own. */
const SHEET_FORMS = ['no genes', 'genes in a cell', 'a gene a row'] as const;
export type SheetForm = (typeof SHEET_FORMS)[number];

/** What the other sheets of the workbook list: there is none, one of them lists people without genes, or all list genes. */
export type OtherSheets = 'none' | 'people' | 'genes';

/** Whose level the heading `level` means; `either` where it could be both, and is refused. */
export type LevelOwner = 'person' | 'gene' | 'either';

export type Layout = { form: SheetForm; others: OtherSheets; level: LevelOwner };

/** All layouts. A level is taken for one that the manual names, or is refused: a guess could show somebody who is private. */
export const LAYOUTS: readonly Layout[] = [
  { form: 'no genes', others: 'none', level: 'person' },
  { form: 'no genes', others: 'people', level: 'person' },
  { form: 'no genes', others: 'genes', level: 'person' },
  { form: 'genes in a cell', others: 'none', level: 'person' },
  { form: 'genes in a cell', others: 'people', level: 'either' },
  { form: 'genes in a cell', others: 'genes', level: 'person' },
  { form: 'a gene a row', others: 'none', level: 'person' },
  { form: 'a gene a row', others: 'people', level: 'gene' },
  { form: 'a gene a row', others: 'genes', level: 'either' },
];

/** The columns that say something of a gene, and need one beside them. */
const BESIDE_A_GENE: readonly ColumnKey[] = ['taxon', 'tier', 'geneLevel'];

/** Returns how a sheet with these columns lists genes. */
export function sheetForm(keys: readonly ColumnKey[]): SheetForm {
  if (!keys.includes('gene')) return 'no genes';
  return keys.includes('taxon') || keys.includes('tier') ? 'a gene a row' : 'genes in a cell';
}

/** Returns the layout of a sheet among the other sheets that are read. */
export function layoutOf(form: SheetForm, others: readonly SheetForm[]): Layout {
  const beside = otherSheets(others);
  const layout = LAYOUTS.find((one) => one.form === form && one.others === beside);
  if (layout === undefined) throw new Error(`There is no layout of ${form} beside ${beside}.`);
  return layout;
}

function otherSheets(others: readonly SheetForm[]): OtherSheets {
  if (others.length === 0) return 'none';
  return others.includes('no genes') ? 'people' : 'genes';
}

/** What a heading means in a layout; or why it cannot stand there, and what is allowed. */
type HeadingMeaning = { key: ColumnKey } | { found: string; allowed: string };

/** Returns what the heading of a column means in a layout. */
export function meaningIn({ form, level }: Layout, key: ColumnKey): HeadingMeaning {
  if (key === 'level' && level === 'gene') return { key: 'geneLevel' };
  if (key === 'level' && level === 'either') {
    const found =
      'the heading may mean the level of the person or that of the gene, as other sheets list people or genes';
    const allowed = `${COLUMNS.geneLevel.heading} for that of the gene; that of the person in a sheet without genes`;
    return { found, allowed };
  }
  if (form === 'no genes' && BESIDE_A_GENE.includes(key)) {
    return {
      found: 'the heading is about a gene, and no column has genes',
      allowed: `a column ${COLUMNS.gene.heading}`,
    };
  }
  return { key };
}
