/** Tables of people as somebody would make them: in every layout, CSV, TSV and XLSX, with headings of both languages. */

import type { PrivacyLevel } from '../../../src/domain/record/model.ts';
import type { SnapshotUser, SnapshotUserGene } from '../../../src/domain/record/snapshot.ts';
import { COLUMNS, type ColumnKey } from '../../../src/domain/tables/columns.ts';
import { LAYOUTS, type Layout, layoutOf, type SheetForm } from '../../../src/domain/tables/table.ts';
import { workbookBytes } from '../../../src/files/workbook-writer.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';

/** The members of a person that a table of these pages may state. */
const MEMBERS = {
  name: 'name',
  lastName: 'lastName',
  organization: 'organization',
  department: 'department',
  description: 'description',
  level: 'privacyLevel',
  shared: 'shared',
  hideGenelist: 'hideGenelist',
  position: 'researcherPosition',
} as const satisfies Partial<Record<ColumnKey, keyof SnapshotUser>>;
type StatedColumn = keyof typeof MEMBERS;
const STATED = Object.keys(MEMBERS) as StatedColumn[];

const LEVEL_WORDS: readonly (readonly string[])[] = [
  ['private', '0', 'privé'],
  ['shared', '1', 'partagé'],
  ['public', '2', 'Public'],
];
const YES = ['yes', 'true', '1', 'oui'];
const NO = ['no', 'false', '0', 'non'];
const EMPTY_LEVEL = '';

/** How a table is made: its sheets, which column stands where, and how headings are spelt. */
export type TableForm = {
  /** As the report names it. */
  name: string;
  format: 'CSV' | 'TSV' | 'XLSX';
  sheets: readonly SheetPlan[];
  /** What it states of everybody in it. */
  columns: readonly StatedColumn[];
  hasGenes: boolean;
  saysGeneLevels: boolean;
};

type SheetPlan = { form: SheetForm; layout: Layout; columns: readonly StatedColumn[] };

/** What a row says of a gene; no level leaves that of the gene as it is. */
export type SaidGene = Pick<SnapshotUserGene, 'geneId' | 'privacyLevel'> & {
  tier: NonNullable<SnapshotUserGene['tier']>;
};
export type SaidPerson = { user: SnapshotUser; genes: readonly SaidGene[] };

/** A form of a table, each layout as often as every other. */
export function inventedForm(random: SeededRandom): TableForm {
  const layout = random.pick(LAYOUTS);
  const beside: Record<Layout['others'], readonly SheetForm[]> = {
    none: [],
    people: ['no genes'],
    genes: [random.pick<SheetForm>(['genes in a cell', 'a gene a row'])],
  };
  const forms = [layout.form, ...beside[layout.others]];
  const inOrder = random.chance(0.5) ? forms : forms.toReversed();
  const layouts = inOrder.map((form, index) => layoutOf(form, inOrder.toSpliced(index, 1)));
  const places = layouts.flatMap(({ level }, index) => (level === 'person' ? [index] : []));
  const wanted = STATED.filter((key) => random.chance(key === 'level' ? 0.8 : 0.4));
  // Both tables state something new of one account, which is this.
  const columns = STATED.filter((key) => key === 'description' || wanted.includes(key)).filter(
    (key) => key !== 'level' || places.length > 0,
  );
  const placed = columns.map(
    (key) => [key, key === 'level' ? random.pick(places) : random.below(forms.length)] as const,
  );
  return {
    name: `${layout.form}, other sheets: ${layout.others}`,
    format: forms.length === 1 ? random.pick(['CSV', 'TSV', 'XLSX']) : 'XLSX',
    sheets: inOrder.map((form, index) => {
      const here = placed.filter(([, at]) => at === index).map(([key]) => key);
      return { form, layout: layouts[index] as Layout, columns: random.chance(0.5) ? here : here.toReversed() };
    }),
    columns,
    hasGenes: inOrder.some((form) => form !== 'no genes'),
    saysGeneLevels: random.chance(0.7),
  };
}

/** The members that a table of this form makes of those of another person; all else stays. */
export function statedMembers({ columns }: TableForm, user: SnapshotUser): Partial<SnapshotUser> {
  const members = columns.map((key) => MEMBERS[key]);
  // An empty cell empties a text; a level that nobody has cannot be written.
  return Object.fromEntries(members.map((name) => [name, user[name] === '' ? null : user[name]]));
}

/** The table of the people, in the form. */
export function tableFile(form: TableForm, people: readonly SaidPerson[], random: SeededRandom) {
  const sheets = form.sheets.map((sheet, index) => {
    return { name: `sheet ${index + 1}`, rows: sheetRows(sheet, form, people, random) };
  });
  if (form.format === 'XLSX') return { name: 'people.xlsx', bytes: workbookBytes(sheets) };
  const separator = form.format === 'TSV' ? '\t' : random.pick([',', ';']);
  const rows = sheets[0]?.rows ?? [];
  const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator));
  return { name: `people.${form.format.toLowerCase()}`, bytes: Buffer.from(lines.join(random.pick(['\n', '\r\n']))) };
}

type Row = Readonly<Partial<Record<ColumnKey, string>>>;

function sheetRows(sheet: SheetPlan, form: TableForm, people: readonly SaidPerson[], random: SeededRandom): string[][] {
  const { columns, layout } = sheet;
  const ofGenes: Record<SheetForm, readonly ColumnKey[]> = {
    'no genes': [],
    'genes in a cell': ['gene'],
    'a gene a row': form.saysGeneLevels ? ['gene', 'taxon', 'tier', 'geneLevel'] : ['gene', 'taxon', 'tier'],
  };
  const genes = ofGenes[sheet.form];
  const keys: ColumnKey[] = random.chance(0.5) ? ['email', ...columns, ...genes] : ['email', ...genes, ...columns];
  const headings = keys.map((key) => {
    // There `level` means that of the gene.
    const named = key === 'geneLevel' && layout.level === 'gene' && random.chance(0.5) ? 'level' : key;
    return random.pick([COLUMNS[named].heading, ...COLUMNS[named].also]);
  });
  const rows = people.flatMap((person) => personRows(sheet, person, form, random));
  return [headings, ...rows.map((row) => keys.map((key) => row[key] ?? ''))];
}

function personRows(
  { form, columns }: SheetPlan,
  { user, genes }: SaidPerson,
  table: TableForm,
  random: SeededRandom,
): Row[] {
  const stated: Row = {
    email: user.email,
    ...Object.fromEntries(columns.map((key) => [key, cellOf(user[MEMBERS[key]], key, random)])),
  };
  const level = (said: PrivacyLevel | null) => (table.saysGeneLevels ? levelCell(said, random) : EMPTY_LEVEL);
  if (form === 'no genes') return [stated];
  if (form === 'genes in a cell') {
    const texts = genes.map(({ geneId, tier, privacyLevel }) =>
      `NCBIGene:${geneId} ${tier} ${level(privacyLevel)}`.trim(),
    );
    return [{ ...stated, gene: texts.join('; ') }];
  }
  if (genes.length === 0) return [stated];
  const isSaidOnce = random.chance(0.5);
  return genes.map(({ geneId, tier, privacyLevel }, index) => ({
    ...(index === 0 || !isSaidOnce ? stated : { email: user.email }),
    ...{ gene: `NCBIGene:${geneId}`, tier, geneLevel: level(privacyLevel) },
  }));
}

function cellOf(value: SnapshotUser[(typeof MEMBERS)[StatedColumn]], key: StatedColumn, random: SeededRandom): string {
  if (key === 'level') return levelCell(value as PrivacyLevel | null, random);
  if (typeof value === 'boolean') return random.pick(value ? YES : NO);
  if (key === 'position')
    return value === null ? '' : random.pick(['principal investigator', 'PI', 'chercheur principal']);
  return value === null || value === undefined ? '' : String(value);
}

function levelCell(level: PrivacyLevel | null, random: SeededRandom): string {
  return level === null ? EMPTY_LEVEL : random.pick(LEVEL_WORDS[level] ?? []);
}
