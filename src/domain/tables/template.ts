/** The template of a table of people: headings, what each column allows, and one invented person, whom import skips. */

import { COLUMN_KEYS, COLUMNS, type Column, type ColumnKey } from './columns.ts';

const EXAMPLE: Readonly<Record<ColumnKey, string>> = {
  email: 'ilse.varga@example.org',
  name: 'Ilse',
  lastName: 'Varga',
  organization: 'University of Example',
  department: 'Genetics',
  description: 'DNA repair in neurons.',
  phone: '02 555 01 02',
  website: 'https://varga-lab.example.org',
  orcid: '0000-0002-1825-0097',
  ror: '',
  level: 'shared',
  shared: 'no',
  hideGenelist: 'no',
  role: '',
  position: 'principal investigator',
  categories: 'in vitro cells; in vivo',
  organs: '',
  terms: '',
  gene: 'BRCA1 human TIER1',
  taxon: 'human',
  tier: 'TIER1',
  geneLevel: '',
};

const IN_A_ROW_OF_ITS_OWN: readonly ColumnKey[] = ['taxon', 'tier', 'geneLevel'];
const OF_A_PERSON = COLUMN_KEYS.filter((key) => !IN_A_ROW_OF_ITS_OWN.includes(key));
const OF_A_GENE: readonly ColumnKey[] = ['email', 'gene', 'taxon', 'tier', 'geneLevel'];

/** Returns one table, with all genes of a person in one cell. */
export function templateTable(): string[][] {
  return [
    headings(OF_A_PERSON),
    asComment(OF_A_PERSON.map((key) => COLUMNS[key].allowed)),
    examples(EXAMPLE, OF_A_PERSON),
  ];
}

/** Returns the template as sheets, with a row for each gene; the last sheet explains the columns, and import skips it. */
export function templateSheets(): { name: string; rows: string[][] }[] {
  const withoutGenes = OF_A_PERSON.filter((key) => key !== 'gene');
  const explained = COLUMN_KEYS.map((key): string[] => {
    const { heading, allowed, also }: Column = COLUMNS[key];
    return asComment([heading, allowed, also.join(', ')]);
  });
  return [
    { name: 'people', rows: [headings(withoutGenes), examples(EXAMPLE, withoutGenes)] },
    { name: 'genes', rows: [headings(OF_A_GENE), examples({ ...EXAMPLE, gene: 'BRCA1' }, OF_A_GENE)] },
    { name: 'help', rows: [asComment(['heading', 'allowed', 'also called']), ...explained] },
  ];
}

function headings(keys: readonly ColumnKey[]): string[] {
  return keys.map((key) => COLUMNS[key].heading);
}

/** Returns the example as a comment, so that import does not add the invented person. */
function examples(example: Readonly<Record<ColumnKey, string>>, keys: readonly ColumnKey[]): string[] {
  return asComment(keys.map((key) => example[key]));
}

function asComment([first = '', ...others]: readonly string[]): string[] {
  return [`# ${first}`, ...others];
}
