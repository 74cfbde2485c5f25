/** Tables of people in every layout, and what the manual says of each: made for the law that no table shows more than it says. */

import type { PrivacyLevel } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import type { PeopleReference } from '../../../src/domain/tables/reference.ts';
import type { Sheet } from '../../../src/domain/tables/table.ts';
import { aUser } from '../../support/registry/small-snapshot.ts';

/** How a sheet lists genes. */
export type Form = 'no genes' | 'cell' | 'rows';

const FIRST = 7157;
const SECOND = 672;
const EMAIL = 'user.2@example.org';

/** The genes of the person: the level of the first one is tried out, the second one is private and has no level in any table. */
export const GENES = [FIRST, SECOND] as const;

const OPTIONAL = ['level', 'gene level', 'last name', 'shared', 'hide gene list'] as const;
type Optional = (typeof OPTIONAL)[number];

type SheetLayout = {
  form: Form;
  columns: readonly Optional[];
  /** Whether the optional columns stand before those of genes, or after them in the other order. */
  isFirst: boolean;
};

export type TableLayout = readonly SheetLayout[];

const SEVERAL: readonly (readonly Form[])[] = [
  ['no genes', 'rows'],
  ['rows', 'no genes'],
  ['no genes', 'cell'],
  ['cell', 'no genes'],
  ['no genes', 'no genes'],
  ['cell', 'cell'],
  ['rows', 'rows'],
  ['cell', 'rows'],
  ['rows', 'cell'],
];
const THREE: readonly (readonly Form[])[] = [
  ['no genes', 'rows', 'rows'],
  ['no genes', 'cell', 'rows'],
  ['no genes', 'no genes', 'rows'],
  ['cell', 'rows', 'rows'],
];

/** All layouts of one, two and three sheets, by the columns that are there and their order. */
export function allLayouts(): readonly TableLayout[] {
  const levels = OPTIONAL.slice(0, 2);
  const single = (['no genes', 'cell', 'rows'] as const).flatMap((form) => layoutsOf([form], OPTIONAL));
  const pairs = SEVERAL.flatMap((forms) => layoutsOf(forms, OPTIONAL.slice(0, 3)));
  return [...single, ...pairs, ...THREE.flatMap((forms) => layoutsOf(forms, levels))];
}

function layoutsOf(forms: readonly Form[], optional: readonly Optional[]): TableLayout[] {
  return [true, false].flatMap((isFirst) => {
    const sheets = forms.map((form) => subsets(optional).map((columns) => ({ form, columns, isFirst })));
    return product(sheets);
  });
}

function subsets<T>(values: readonly T[]): T[][] {
  return product(values.map((value) => [[], [value]])).map((parts) => parts.flat());
}

export function product<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((all, some) => all.flatMap((one) => some.map((value) => [...one, value])), [[]]);
}

/** What stands in the cells of the optional columns, sheet by sheet. */
export type Cells = readonly Partial<Record<Optional, string>>[];

const LEVEL_CELLS = ['', 'private', 'public'];
const ALL_LEVEL_CELLS = ['', 'private', 'shared', 'public'];
const FLAG_CELLS = ['', 'yes', 'no'];

/** Returns all contents of the optional cells of a layout. */
export function allCells(layout: TableLayout): Cells[] {
  const levels = layout.length === 1 ? ALL_LEVEL_CELLS : LEVEL_CELLS;
  const texts = {
    level: levels,
    'gene level': levels,
    'last name': ['Last2'],
    shared: FLAG_CELLS,
    'hide gene list': FLAG_CELLS,
  };
  const sheets = layout.map(({ columns }) => {
    return product(columns.map((column) => texts[column])).map((values) => {
      return Object.fromEntries(columns.map((column, index) => [column, values[index] as string]));
    });
  });
  return product<Partial<Record<Optional, string>>>(sheets);
}

/** Returns the person as stored, in all states that decide who sees what and are touched by a table of these columns. */
export function allStored(layout: TableLayout): SnapshotUser[] {
  const levels: readonly (PrivacyLevel | null)[] = [null, 0, 1, 2];
  const named = new Set(layout.flatMap(({ columns }) => columns));
  const flags = (column: Optional) => (named.has(column) ? [false, true] : [false]);
  return levels.flatMap((privacyLevel) =>
    levels.flatMap((own) =>
      flags('shared').flatMap((shared) =>
        flags('hide gene list').map((hideGenelist) =>
          aUser(2, {
            ...{ privacyLevel, shared, hideGenelist },
            genes: [
              { geneId: FIRST, tier: 'TIER1', privacyLevel: own },
              { geneId: SECOND, tier: 'TIER2', privacyLevel: 0 },
            ],
          }),
        ),
      ),
    ),
  );
}

/** Returns the sheets of a table. Headings are spelt by `spell`. */
export function sheetsOf(layout: TableLayout, cells: Cells, spell = (heading: string) => heading): Sheet[] {
  return layout.map((sheet, index) => {
    const { form, columns, isFirst } = sheet;
    const ofGenes = { 'no genes': [], cell: ['genes'], rows: ['genes', 'taxon', 'tier'] }[form];
    const headings = isFirst ? ['e-mail', ...columns, ...ofGenes] : ['e-mail', ...ofGenes, ...columns.toReversed()];
    const given = cells[index] ?? {};
    const rowOf = (row: Readonly<Record<string, string>>) => headings.map((heading) => row[heading] ?? '');
    const rows = {
      'no genes': [{ ...given }],
      cell: [{ ...given, genes: 'TP53 human TIER1; NCBIGene:672 TIER2' }],
      rows: [
        { ...given, genes: 'TP53', taxon: 'human', tier: '1' },
        // What another row says already may be left out.
        { genes: 'BRCA1', taxon: '9606', tier: '2' },
      ],
    }[form];
    const name = layout.length === 1 ? null : `sheet ${index + 1}`;
    return { name, rows: [headings.map(spell), ...rows.map((row) => rowOf({ 'e-mail': EMAIL, ...row }))] };
  });
}

/** Whose level `level` is in a sheet, by the manual; `unclear` where it does not say. */
function ownerOf(layout: TableLayout, index: number): 'person' | 'gene' | 'unclear' {
  const forms = layout.map(({ form }) => form);
  const others = forms.toSpliced(index, 1);
  if (forms[index] === 'no genes' || others.length === 0) return 'person';
  const besidePeople = others.includes('no genes');
  if (forms[index] === 'rows') return besidePeople ? 'gene' : 'unclear';
  return besidePeople ? 'unclear' : 'person';
}

const LEVEL_OF: Readonly<Record<string, PrivacyLevel>> = { private: 0, shared: 1, public: 2 };

/** What a table says, by the manual. */
export type Said = {
  /** Whether it is refused: a heading that is unclear or in the wrong place, or cells that contradict each other. */
  isRefused: boolean;
  /** Of the person; undefined where no cell says so, and `empty` where the column is there and its cells are empty. */
  level: PrivacyLevel | 'empty' | undefined;
  /** Of the first gene; undefined where nothing is said. */
  first: PrivacyLevel | undefined;
  /** Of the second one. */
  second: PrivacyLevel | undefined;
  hasGenes: boolean;
};

export function saidBy(layout: TableLayout, cells: Cells): Said {
  const levels = new Set<PrivacyLevel>();
  const listed: { first: PrivacyLevel | undefined; second: PrivacyLevel | undefined }[] = [];
  let isRefused = false;
  let hasLevel = false;
  layout.forEach(({ form, columns }, index) => {
    const owner = ownerOf(layout, index);
    const { level = '', 'gene level': geneLevel = '' } = cells[index] ?? {};
    const hasBoth = columns.includes('level') && columns.includes('gene level');
    if (form === 'no genes' && columns.includes('gene level')) isRefused = true;
    if (owner === 'unclear' && columns.includes('level')) isRefused = true;
    if (owner === 'gene' && hasBoth) isRefused = true;
    if (owner === 'person' && columns.includes('level')) hasLevel = true;
    if (owner === 'person' && level !== '') levels.add(LEVEL_OF[level] as PrivacyLevel);
    const ofGene = LEVEL_OF[owner === 'gene' && level !== '' ? level : geneLevel];
    if (form !== 'no genes') listed.push({ first: ofGene, second: form === 'cell' ? ofGene : undefined });
  });
  const [one] = listed;
  const contradicts = listed.some(({ first, second }) => first !== one?.first || second !== one?.second);
  const [level = hasLevel ? ('empty' as const) : undefined, other] = levels;
  return {
    isRefused: isRefused || contradicts || other !== undefined,
    ...{ level, first: one?.first, second: one?.second, hasGenes: one !== undefined },
  };
}

const HUMAN = { id: 9606, commonName: 'human', scientificName: 'Homo sapiens' };
const KNOWN = [
  { geneId: FIRST, taxonId: HUMAN.id, symbol: 'TP53', name: null },
  { geneId: SECOND, taxonId: HUMAN.id, symbol: 'BRCA1', name: null },
];

/** A registry of two genes. */
export const REFERENCE: PeopleReference = {
  ...{ taxa: [HUMAN], organs: [], ontologies: [], counts: { genes: 2, organs: 0, terms: 0 } },
  geneById: (geneId) => KNOWN.find((gene) => gene.geneId === geneId),
  genesBySymbol: (_, symbol) => KNOWN.filter((gene) => gene.symbol === symbol),
  genesByAlias: () => [],
  genesByIdentifier: () => [],
  organsNamed: () => [],
  termsNamed: () => [],
};
