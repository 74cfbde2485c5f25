/**
 * The columns of a table of people: their headings, the allowed content of their cells, and the template with one
 * invented person, whom import skips.
 */

import { fold } from '../folding.ts';
import { ALLOWED_ORCID, ALLOWED_ROR } from '../record/identifiers.ts';
import { isTextMember, type TextMember, USER_MEMBERS, type UserMemberName } from '../record/snapshot.ts';

export type Column = {
  /** The heading in the template. */
  heading: string;
  /** Other accepted headings, in English and French. */
  also: readonly string[];
  /** The allowed content of a cell, in words that follow "allowed:". */
  allowed: string;
  /** The member of a person that it holds, where it has another name. */
  member?: UserMemberName;
  /** What the invented person of the template has in it, if anything. */
  example?: string;
};

const LEVELS = 'private, shared or public (or 0, 1, 2; privé, partagé, public)';
const YES_NO = 'yes or no (or true, false; 1, 0; oui, non)';
const TEXT = 'any text';
const LIST = 'separated by semicolons';

export const COLUMNS = {
  email: {
    heading: 'e-mail',
    also: ['mail', 'e-mail address', 'courriel', 'adresse e-mail', 'adresse courriel', 'adresse électronique', 'mél'],
    allowed: 'an e-mail address, such as ilse.varga@example.org',
    example: 'ilse.varga@example.org',
  },
  name: { heading: 'name', also: ['first name', 'given name', 'forename', 'prénom'], allowed: TEXT, example: 'Ilse' },
  lastName: {
    heading: 'last name',
    also: ['surname', 'family name', 'nom', 'nom de famille'],
    allowed: TEXT,
    example: 'Varga',
  },
  organization: {
    heading: 'organisation',
    also: ['organization', 'institution', 'institute', 'university', 'affiliation', 'établissement', 'université'],
    allowed: TEXT,
    example: 'University of Example',
  },
  department: { heading: 'department', also: ['dept', 'département'], allowed: TEXT, example: 'Genetics' },
  description: {
    heading: 'description',
    also: ['research interests', 'research', 'interests', 'intérêts de recherche', 'recherche'],
    allowed: TEXT,
    example: 'DNA repair in neurons.',
  },
  phone: {
    heading: 'phone',
    also: ['telephone', 'tel', 'phone number', 'téléphone', 'numéro de téléphone'],
    allowed: TEXT,
    example: '02 555 01 02',
  },
  website: {
    heading: 'website',
    also: ['web page', 'homepage', 'url', 'site web', 'page web'],
    allowed: 'an address that begins with https:// or http://, or without either',
    example: 'https://varga-lab.example.org',
  },
  orcid: {
    heading: 'ORCID',
    also: ['ORCID iD', 'ORCID identifier', 'identifiant ORCID'],
    allowed: `${ALLOWED_ORCID}, also as its address, or nothing`,
    example: '0000-0002-1825-0097',
  },
  ror: {
    heading: 'ROR',
    also: ['ROR id', 'ROR identifier', 'identifiant ROR', 'organisation id', "identifiant de l'établissement"],
    allowed: `${ALLOWED_ROR}, also as its address, or nothing`,
  },
  level: {
    heading: 'level',
    also: [
      'privacy level',
      'privacy',
      'visibility',
      'niveau',
      'niveau de confidentialité',
      'confidentialité',
      'visibilité',
    ],
    allowed: LEVELS,
    member: 'privacyLevel',
    example: 'shared',
  },
  shared: {
    heading: 'shared',
    also: ['shared with partners', 'share with partners', 'partagé', 'partagé avec les partenaires'],
    allowed: YES_NO,
    example: 'no',
  },
  hideGenelist: {
    heading: 'hide gene list',
    also: ['gene list hidden', 'masquer la liste de gènes', 'liste de gènes masquée'],
    allowed: YES_NO,
    example: 'no',
  },
  role: {
    heading: 'role',
    also: ['type of account', 'rôle', 'rôle du compte'],
    allowed: 'user, service or admin (or utilisateur, administrateur), or nothing for user',
    member: 'roles',
  },
  position: {
    heading: 'position',
    also: ['researcher position', 'poste', 'fonction'],
    allowed: 'principal investigator (or PI, chercheur principal), or nothing',
    member: 'researcherPosition',
    example: 'principal investigator',
  },
  categories: {
    heading: 'categories',
    also: ['category', 'researcher categories', 'research type', 'catégories', 'catégorie', 'type de recherche'],
    allowed: `in silico, in vitro biochemical, in vitro cells, in vitro structural, in vivo, other, ${LIST}`,
    member: 'researcherCategories',
    example: 'in vitro cells; in vivo',
  },
  organs: {
    heading: 'organs',
    also: ['organ', 'organ systems', 'organes', 'organe', 'systèmes'],
    allowed: `names or Uberon ids of organs of this registry, ${LIST}`,
  },
  terms: {
    heading: 'terms',
    also: ['term', 'ontology terms', 'termes', 'terme', "termes d'ontologie"],
    allowed: `ids or names of terms of this registry, also as ontology: term, ${LIST}`,
    member: 'ontologyTerms',
  },
  gene: {
    heading: 'genes',
    also: ['gene', 'symbol', 'gene symbol', 'gène', 'gènes', 'symbole'],
    allowed: `symbol organism tier [level], such as BRCA1 human TIER1 or NCBIGene:672 9606 2 private, ${LIST}`,
    member: 'genes',
    example: 'BRCA1 human TIER1',
  },
  taxon: {
    heading: 'taxon',
    also: ['taxon id', 'organism', 'species', 'organisme', 'espèce'],
    allowed: 'a taxon id, common name or scientific name of this registry',
    example: 'human',
  },
  tier: {
    heading: 'tier',
    also: ['gene tier', 'tiers', 'palier'],
    allowed: 'TIER1, TIER2 or TIER3 (or 1, 2, 3)',
    example: 'TIER1',
  },
  geneLevel: {
    heading: 'gene level',
    also: ['gene privacy level', 'level of the gene', 'niveau du gène'],
    allowed: `${LEVELS}, or nothing to leave it as it is`,
  },
} as const satisfies Record<string, Column>;

type Columns = typeof COLUMNS;
export type ColumnKey = keyof Columns;
/** The members of a person that a file can have. */
export type FileMember = {
  [Key in ColumnKey]: Columns[Key] extends { member: infer Member } ? Member : Extract<Key, UserMemberName>;
}[Exclude<ColumnKey, 'email'>];

/** The columns that hold one text of a person each. */
export const TEXT_KEYS = Object.keys(COLUMNS).filter(isTextMember) as readonly Extract<
  keyof typeof COLUMNS,
  TextMember
>[];

export const COLUMN_KEYS = Object.keys(COLUMNS) as readonly ColumnKey[];

/** The heading of each member that a file can have. */
export const HEADING_OF = new Map(
  COLUMN_KEYS.flatMap((key): [string, string][] => {
    const { member, heading }: Column = COLUMNS[key];
    const name = member ?? key;
    return Object.hasOwn(USER_MEMBERS, name) ? [[name, heading]] : [];
  }),
);

export const ALL_HEADINGS = COLUMN_KEYS.map((key) => COLUMNS[key].heading).join(', ');

const byWord = new Map(
  COLUMN_KEYS.flatMap((key) => {
    const { heading, also }: Column = COLUMNS[key];
    return [heading, ...also].map((word) => [headingWord(word), key] as const);
  }),
);

/** Returns the column that a heading means; it ignores letter case, accents, blanks and punctuation. */
export function columnOf(heading: string): ColumnKey | undefined {
  return byWord.get(headingWord(heading));
}

function headingWord(heading: string): string {
  return fold(heading).replace(/[^\p{L}\p{N}]+/gu, '');
}

const IN_A_ROW_OF_ITS_OWN: readonly ColumnKey[] = ['taxon', 'tier', 'geneLevel'];
const OF_A_PERSON = COLUMN_KEYS.filter((key) => !IN_A_ROW_OF_ITS_OWN.includes(key));
const OF_A_GENE: readonly ColumnKey[] = ['email', 'gene', 'taxon', 'tier', 'geneLevel'];

/** Returns one table, with all genes of a person in one cell. */
export function templateTable(): string[][] {
  return [headings(OF_A_PERSON), asComment(OF_A_PERSON.map((key) => COLUMNS[key].allowed)), examples(OF_A_PERSON)];
}

/** Returns the template as sheets, with a row for each gene; the last sheet explains the columns, and import skips it. */
export function templateSheets(): { name: string; rows: string[][] }[] {
  const withoutGenes = OF_A_PERSON.filter((key) => key !== 'gene');
  const explained = COLUMN_KEYS.map((key): string[] => {
    const { heading, allowed, also }: Column = COLUMNS[key];
    return asComment([heading, allowed, also.join(', ')]);
  });
  return [
    { name: 'people', rows: [headings(withoutGenes), examples(withoutGenes)] },
    { name: 'genes', rows: [headings(OF_A_GENE), examples(OF_A_GENE, { gene: 'BRCA1' })] },
    { name: 'help', rows: [asComment(['heading', 'allowed', 'also called']), ...explained] },
  ];
}

function headings(keys: readonly ColumnKey[]): string[] {
  return keys.map((key) => COLUMNS[key].heading);
}

/** Returns the example as a comment, so that import does not add the invented person. */
function examples(keys: readonly ColumnKey[], others: Partial<Record<ColumnKey, string>> = {}): string[] {
  return asComment(
    keys.map((key) => {
      const { example = '' }: Column = COLUMNS[key];
      return others[key] ?? example;
    }),
  );
}

function asComment([first = '', ...others]: readonly string[]): string[] {
  return [`# ${first}`, ...others];
}
