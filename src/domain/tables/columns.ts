/** The columns of a table of people: their headings, and the allowed content of their cells. */

import { fold } from '../folding.ts';
import { ALLOWED_ORCID, ALLOWED_ROR } from '../record/identifiers.ts';
import { isTextMember, type TextMember } from '../record/text-members.ts';

export type Column = {
  /** The heading in the template. */
  heading: string;
  /** Other accepted headings, in English and French. */
  also: readonly string[];
  /** The allowed content of a cell, in words that follow "allowed:". */
  allowed: string;
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
  },
  name: { heading: 'name', also: ['first name', 'given name', 'forename', 'prénom'], allowed: TEXT },
  lastName: { heading: 'last name', also: ['surname', 'family name', 'nom', 'nom de famille'], allowed: TEXT },
  organization: {
    heading: 'organisation',
    also: ['organization', 'institution', 'institute', 'university', 'affiliation', 'établissement', 'université'],
    allowed: TEXT,
  },
  department: { heading: 'department', also: ['dept', 'département'], allowed: TEXT },
  description: {
    heading: 'description',
    also: ['research interests', 'research', 'interests', 'intérêts de recherche', 'recherche'],
    allowed: TEXT,
  },
  phone: {
    heading: 'phone',
    also: ['telephone', 'tel', 'phone number', 'téléphone', 'numéro de téléphone'],
    allowed: TEXT,
  },
  website: {
    heading: 'website',
    also: ['web page', 'homepage', 'url', 'site web', 'page web'],
    allowed: 'an address that begins with https:// or http://, or without either',
  },
  orcid: {
    heading: 'ORCID',
    also: ['ORCID iD', 'ORCID identifier', 'identifiant ORCID'],
    allowed: `${ALLOWED_ORCID}, also as its address, or nothing`,
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
  },
  shared: {
    heading: 'shared',
    also: ['shared with partners', 'share with partners', 'partagé', 'partagé avec les partenaires'],
    allowed: YES_NO,
  },
  hideGenelist: {
    heading: 'hide gene list',
    also: ['gene list hidden', 'masquer la liste de gènes', 'liste de gènes masquée'],
    allowed: YES_NO,
  },
  role: {
    heading: 'role',
    also: ['type of account', 'rôle', 'rôle du compte'],
    allowed: 'user, service or admin (or utilisateur, administrateur), or nothing for user',
  },
  position: {
    heading: 'position',
    also: ['researcher position', 'poste', 'fonction'],
    allowed: 'principal investigator (or PI, chercheur principal), or nothing',
  },
  categories: {
    heading: 'categories',
    also: ['category', 'researcher categories', 'research type', 'catégories', 'catégorie', 'type de recherche'],
    allowed: `in silico, in vitro biochemical, in vitro cells, in vitro structural, in vivo, other, ${LIST}`,
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
  },
  gene: {
    heading: 'genes',
    also: ['gene', 'symbol', 'gene symbol', 'gène', 'gènes', 'symbole'],
    allowed: `symbol organism tier [level], such as BRCA1 human TIER1 or NCBIGene:672 9606 2 private, ${LIST}`,
  },
  taxon: {
    heading: 'taxon',
    also: ['taxon id', 'organism', 'species', 'organisme', 'espèce'],
    allowed: 'a taxon id, common name or scientific name of this registry',
  },
  tier: { heading: 'tier', also: ['gene tier', 'tiers', 'palier'], allowed: 'TIER1, TIER2 or TIER3 (or 1, 2, 3)' },
  geneLevel: {
    heading: 'gene level',
    also: ['gene privacy level', 'level of the gene', 'niveau du gène'],
    allowed: `${LEVELS}, or nothing to leave it as it is`,
  },
} as const satisfies Record<string, Column>;

export type ColumnKey = keyof typeof COLUMNS;

/** The columns that hold one text of a person each. */
export const TEXT_KEYS: readonly TextMember[] = Object.keys(COLUMNS).filter(isTextMember);

export const COLUMN_KEYS = Object.keys(COLUMNS) as readonly ColumnKey[];

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
