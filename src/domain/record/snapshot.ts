/**
 * A snapshot: a whole registry as one JSON object, which import reads and export writes. Each record is declared once, as
 * JSON Schema from which its type follows; the members of a researcher also have their columns. Every member is required,
 * except identifiers of people; unknown members are refused.
 */

import {
  flag,
  list,
  type Members,
  optional,
  type Properties,
  type RecordSchema,
  type Schema,
  type Static,
  schema,
} from '../../api/schema.ts';
import {
  type GoAspect,
  LARGEST_INT,
  type PrivacyLevel,
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  ROLES,
  TIERS,
} from './model.ts';

const LONGEST = 1_000_000;
const ID = schema<number>({ type: 'integer', minimum: 0, maximum: LARGEST_INT });
const COUNT = schema<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: LARGEST_INT });
const ORDERING = schema<number | null>({
  type: ['integer', 'null'],
  minimum: -LARGEST_INT - 1,
  maximum: LARGEST_INT,
});
const FLAG = flag();
const TEXT = schema<string>({ type: 'string', minLength: 1, maxLength: 255 });
const TEXT_OR_NULL = schema<string | null>({ type: ['string', 'null'], maxLength: LONGEST });
const TEXTS = list(schema<string>({ type: 'string', maxLength: LONGEST }));
const TERM_ID = schema<string>({ ...TEXT, maxLength: 64 });
const LEVEL = schema<PrivacyLevel | null>({
  enum: [0, 1, 2, null],
  allowed: '0 (private), 1 (shared), 2 (public) or null',
});

/** A record with these members and no others. */
export function closed<P extends Properties>(properties: P): RecordSchema<P> {
  const members = Object.entries(properties);
  const required = members.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name);
  const plain = members.map(([name, { isOptional: _mark, ...declared }]) => [name, declared]);
  return {
    type: 'object',
    properties: Object.fromEntries(plain),
    required,
    additionalProperties: false,
  } as unknown as RecordSchema<P>;
}

/** The same record, or null. */
export function orNothing<P extends Properties>(
  declared: RecordSchema<P>,
): Schema<Members<P> | null> & { properties: P } {
  return { ...declared, type: ['object', 'null'] } as unknown as Schema<Members<P> | null> & { properties: P };
}

function word<const Word extends string>(words: readonly Word[]): Schema<Word> {
  return { enum: words };
}

function wordOrNull<const Word extends string>(words: readonly Word[]): Schema<Word | null> {
  return { enum: [...words, null] };
}

function tuple<Value extends readonly unknown[]>(prefixItems: readonly Schema[], allowed: string): Schema<Value> {
  const { length } = prefixItems;
  return { type: 'array', prefixItems, items: false, minItems: length, maxItems: length, allowed };
}

const TAXON = closed({
  id: ID,
  commonName: TEXT_OR_NULL,
  scientificName: TEXT_OR_NULL,
  ordering: ORDERING,
  active: FLAG,
});
export type SnapshotTaxon = Static<typeof TAXON>;

/** What is stored about a gene besides what the API shows, from NCBI's `gene_info`. */
const IDENTITY = closed({
  /** The symbol of the committee, where it differs from that of the gene: `MT-TK` of TRNK. */
  authoritySymbol: TEXT_OR_NULL,
  hgncId: TEXT_OR_NULL,
  ensemblIds: TEXTS,
  /** Numbers as text, such as `113705`. */
  omimIds: TEXTS,
  /** From the organism's own database: `MGI:104537`, `YBR037C`. */
  organismIds: optional(TEXTS),
  /** Whether the symbol from the nomenclature committee is final or provisional. */
  nomenclatureStatus: wordOrNull(['official', 'interim']),
  /** The kind in NCBI's words, such as `protein-coding`, `pseudo` or `ncRNA`. */
  kind: TEXT_OR_NULL,
  otherDesignations: TEXTS,
  chromosome: TEXT_OR_NULL,
  /** Exactly as in NCBI's file: `17q21.31`, `10 22.5 cM`. */
  mapLocation: TEXT_OR_NULL,
});
export type GeneIdentity = Static<typeof IDENTITY>;
export type NomenclatureStatus = NonNullable<GeneIdentity['nomenclatureStatus']>;

const GENE = closed({
  geneId: ID,
  taxonId: ID,
  symbol: TEXT_OR_NULL,
  name: TEXT_OR_NULL,
  /** In the format of NCBI: `A|B`, `-` for none. */
  aliases: TEXT_OR_NULL,
  /** In the form `yyyy-mm-dd`. */
  modificationDate: TEXT_OR_NULL,
  /** Null where only the members above are known. */
  identity: orNothing(IDENTITY),
});
export type SnapshotGene = Static<typeof GENE>;

const ORGAN = closed({
  uberonId: TEXT,
  name: TEXT_OR_NULL,
  description: TEXT_OR_NULL,
  active: FLAG,
  ordering: ORDERING,
});
export type SnapshotOrgan = Static<typeof ORGAN>;

const TERM = closed({
  termId: TEXT,
  name: TEXT_OR_NULL,
  definition: TEXT_OR_NULL,
  /** The namespace in OBO; for the GO the aspect: `biological_process`. */
  namespace: TEXT_OR_NULL,
  /** The diseases that are the same as the term, by the ontology: `OMIM:607208`, `ORPHA:33069`. */
  diseaseIds: list(TERM_ID),
  synonyms: TEXTS,
  altTermIds: TEXTS,
  subTermIds: TEXTS,
  ...{ obsolete: FLAG, active: FLAG, group: FLAG, hasIcon: FLAG },
  /** Of an obsolete term that no single one replaces: those that may. */
  consideredTermIds: optional(TEXTS),
  ordering: ORDERING,
});
export type SnapshotTerm = Static<typeof TERM>;

const ONTOLOGY = closed({
  name: TEXT,
  definition: TEXT_OR_NULL,
  url: TEXT_OR_NULL,
  active: FLAG,
  availableForGeneSearch: FLAG,
  ordering: ORDERING,
  terms: list(TERM),
});
export type SnapshotOntology = Static<typeof ONTOLOGY>;

const OTHER_DISEASE_NAME = closed({
  name: schema<string>({ ...TEXT, maxLength: LONGEST }),
  /** The source of the name: `MONDO`, `Orphanet`. */
  source: TEXT,
  /** The code of the language: `en`, `fr`. */
  language: TEXT,
});
export type OtherDiseaseName = Static<typeof OTHER_DISEASE_NAME>;

const DISEASE = closed({
  /** Such as `OMIM:607208`. */
  diseaseId: TEXT,
  name: TEXT_OR_NULL,
  /** The names in other sources, in their order. */
  otherNames: list(OTHER_DISEASE_NAME),
});
export type SnapshotDisease = Static<typeof DISEASE>;

/**
 * Gene id, disease id, and the kind of the association in the words of the source, if it gives one. An association from
 * another source also has that source and its release; a pair may occur once for each source.
 */
type GeneDisease =
  | [geneId: number, diseaseId: string]
  | [geneId: number, diseaseId: string, association: string]
  | [geneId: number, diseaseId: string, association: string | null, source: string, release: string | null];
const GENE_DISEASE = schema<GeneDisease>({
  anyOf: [
    tuple([ID, TEXT], '[gene id, disease id]'),
    tuple([ID, TEXT, TEXT], '[gene id, disease id, kind of association]'),
    tuple(
      [ID, TEXT, TEXT_OR_NULL, TEXT, TEXT_OR_NULL],
      '[gene id, disease id, kind of association or null, source, its release or null]',
    ),
  ],
});

/** Diseases, and the genes that a source associates with them. */
const DISEASES = closed({
  source: TEXT,
  release: TEXT_OR_NULL,
  diseases: list(DISEASE),
  geneDiseases: list(GENE_DISEASE),
  /** The id of a phenotype, and the ids of genes associated with the phenotype itself, in the order in which they are shown. */
  phenotypeGenes: list(tuple<[string, number[]]>([TERM_ID, list(ID)], 'a pair [term id, list of gene ids]')),
});
export type SnapshotDiseases = Static<typeof DISEASES>;

const PUBLICATION = closed({ pmid: schema<number | null>({ ...ID, type: ['integer', 'null'] }), title: TEXT_OR_NULL });
export type SnapshotPublication = Static<typeof PUBLICATION>;

const USER_GENE = closed({ geneId: ID, tier: wordOrNull(TIERS), privacyLevel: LEVEL });
export type SnapshotUserGene = Static<typeof USER_GENE>;

const GO_TERM = closed({
  goId: TEXT_OR_NULL,
  name: TEXT_OR_NULL,
  definition: TEXT_OR_NULL,
  aspect: schema<GoAspect | string | null>(TEXT_OR_NULL),
  taxonId: schema<number | null>({ ...ID, type: ['integer', 'null'] }),
  frequency: COUNT,
  size: COUNT,
});
export type SnapshotGoTerm = Static<typeof GO_TERM>;

/** How a column of SQLite holds a member: as it is, a flag as a number, anything else as JSON. */
type Form = 'plain' | 'flag' | 'json';
export type UserColumn = { name: string; type: string; form: Form };
/** A member of a researcher. `column` is undefined for what has a table of its own; `empty` is the value for somebody new. */
export type UserMember<Declared extends Schema = Schema> = {
  schema: Declared;
  empty: Static<Declared>;
  column?: UserColumn;
  /** Whether it is one of the texts that the API shows. */
  isShownText?: true;
};

/** Declares a member that has a column of its own. */
function column<Declared extends Schema>(
  declared: Declared,
  empty: Static<Declared>,
  name: string,
  type: string,
  form: Form = 'plain',
): UserMember<Declared> {
  return { schema: declared, empty, column: { name, type, form } };
}
const flagColumn = (name: string, empty = false) => column(FLAG, empty, name, 'INTEGER NOT NULL', 'flag');
const jsonColumn = <Value>(declared: Schema<Value>, name: string, empty: NoInfer<Value>) =>
  column(declared, empty, name, 'TEXT NOT NULL', 'json');
const textColumn = (name: string) => column(TEXT_OR_NULL, null, name, 'TEXT');
/** A text that the API shows, which RDP has in a column of the same name. */
const shownText = (name: string) => ({ ...textColumn(name), isShownText: true as const });
/** A text that RDP does not have; optional, so that snapshots without it can be read, also by older software. */
const OWN_TEXT = optional(schema<string | null | undefined>(TEXT_OR_NULL));

/** The members of a researcher. Columns that are added stand last, as they do in files that are migrated. */
export const USER_MEMBERS = {
  id: column(ID, 0, 'id', 'INTEGER PRIMARY KEY'),
  email: column(TEXT, '', 'email', 'TEXT NOT NULL UNIQUE'),
  enabled: flagColumn('enabled', true),
  roles: jsonColumn(list(word(ROLES)), 'roles', ['ROLE_USER']),
  privacyLevel: column(LEVEL, 0, 'privacy_level', 'INTEGER'),
  shared: flagColumn('shared'),
  hideGenelist: flagColumn('hide_genelist'),
  contactEmail: textColumn('contact_email'),
  contactEmailVerified: flagColumn('contact_email_verified'),
  name: shownText('name'),
  lastName: shownText('last_name'),
  description: shownText('description'),
  organization: shownText('organization'),
  department: shownText('department'),
  phone: shownText('phone'),
  website: shownText('website'),
  researcherPosition: column(wordOrNull(RESEARCHER_POSITIONS), null, 'researcher_position', 'TEXT'),
  researcherCategories: jsonColumn(list(word(RESEARCHER_CATEGORIES)), 'researcher_categories', []),
  publications: jsonColumn(list(PUBLICATION), 'publications', []),
  /** Texts by taxon id, which are searched but never shown. */
  taxonDescriptions: jsonColumn(
    schema<Record<string, string | null>>({ type: 'object', additionalProperties: TEXT_OR_NULL }),
    'taxon_descriptions',
    {},
  ),
  genes: { schema: list(USER_GENE), empty: [] },
  organs: jsonColumn(list(TEXT), 'organs', []),
  /** May include terms that no longer exist. */
  ontologyTerms: jsonColumn(list(closed({ ontology: TEXT, termId: TEXT, name: TEXT_OR_NULL })), 'ontology_terms', []),
  goTerms: jsonColumn(list(GO_TERM), 'go_terms', []),
  /** Stored in clear by other systems; never exported. */
  accessTokens: {
    schema: list(
      closed({
        token: schema<string>({ ...TEXT, writeOnly: true }),
        expiresAt: schema<string>({ ...TEXT, allowed: 'an ISO 8601 time' }),
      }),
    ),
    empty: [],
  },
  orcid: column(OWN_TEXT, undefined, 'orcid', 'TEXT'),
  ror: column(OWN_TEXT, undefined, 'ror', 'TEXT'),
} as const satisfies Record<string, UserMember<Schema>>;

type UserMembers = typeof USER_MEMBERS;
export type UserMemberName = keyof UserMembers;
type UserSchemas = { [Name in UserMemberName]: UserMembers[Name]['schema'] };
export type SnapshotUser = Members<UserSchemas>;

/** The members that have a column in the table of users, in its order. */
export const USER_COLUMNS: readonly (UserColumn & { member: UserMemberName })[] = Object.entries<UserMember>(
  USER_MEMBERS,
).flatMap(([member, { column }]) => (column === undefined ? [] : { member: member as UserMemberName, ...column }));

/** The members of a researcher that are one text each, which the API shows. */
export type TextMember = {
  [Name in UserMemberName]: UserMembers[Name] extends { isShownText: true } ? Name : never;
}[UserMemberName];
/** The texts of a researcher. */
export type UserTexts = Record<TextMember, string | null>;

/** The columns of those that RDP has, too. */
export const RDP_TEXTS = USER_COLUMNS.filter(
  ({ member }) => isTextMember(member) && !('isOptional' in USER_MEMBERS[member].schema),
);

/** Returns what a function makes of each text of a researcher, by its name. */
export function forEachText<Value>(make: (member: TextMember) => Value): Record<TextMember, Value> {
  const texts = Object.keys(USER_MEMBERS).filter(isTextMember);
  return Object.fromEntries(texts.map((member) => [member, make(member)])) as Record<TextMember, Value>;
}

export function isTextMember(name: string): name is TextMember {
  return Object.hasOwn(USER_MEMBERS, name) && 'isShownText' in USER_MEMBERS[name as UserMemberName];
}

/** Returns a researcher of whom only the address is known. */
export function emptyUser(id: number, email: string): SnapshotUser {
  const known = Object.entries<UserMember>(USER_MEMBERS).filter(([, { empty }]) => empty !== undefined);
  const empty = Object.fromEntries(known.map(([member, { empty }]) => [member, structuredClone(empty)]));
  return { ...(empty as SnapshotUser), id, email };
}

export const SNAPSHOT_FORMAT = 'registry-snapshot';
/** The version that export writes. */
export const SNAPSHOT_VERSION = 5;
/** The versions that import reads; `presentSnapshot` adds what older ones lack. */
export const SNAPSHOT_VERSIONS = [1, 2, 3, 4, SNAPSHOT_VERSION] as const;

/** The records in the lists of a snapshot. */
export const RECORD_SCHEMAS = {
  taxa: TAXON,
  genes: GENE,
  orthologs: tuple<[number, number]>([ID, ID], 'a pair [source gene id, target gene id]'),
  organs: ORGAN,
  ontologies: ONTOLOGY,
  annotations: tuple<[number, string]>([ID, TERM_ID], 'a pair [gene id, GO id]'),
  users: closed(
    Object.fromEntries(
      Object.entries<UserMember>(USER_MEMBERS).map(([member, { schema }]) => [member, schema]),
    ) as UserSchemas,
  ),
};
export type SnapshotRecordKind = keyof typeof RECORD_SCHEMAS;

const LIST = schema<unknown>({ type: 'array' });
const FORM = {
  format: schema<unknown>({ const: SNAPSHOT_FORMAT }),
  version: schema<unknown>({ enum: SNAPSHOT_VERSIONS }),
};

/** Checks only whether it is a snapshot of a known version, because another version may have other members. */
export const FORM_SCHEMA = { type: 'object', properties: FORM, required: Object.keys(FORM) };

const ABOUT = {
  comment: TEXT_OR_NULL,
  /** The account for administrators of partners. */
  remoteSearchUserId: schema<number | null>({ ...ID, type: ['integer', 'null'] }),
  /** The highest id that was ever given to a user, as no id is given twice; null: the highest in `users`. */
  highestUserId: schema<number | null>({ ...ID, type: ['integer', 'null'] }),
};

/** The snapshot as an object; the records of its lists are checked with {@link RECORD_SCHEMAS}. */
export const SNAPSHOT_SCHEMA = closed({
  ...FORM,
  ...ABOUT,
  taxa: LIST,
  genes: LIST,
  orthologs: LIST,
  organs: LIST,
  ontologies: LIST,
  annotations: LIST,
  diseases: orNothing(DISEASES),
  users: LIST,
});

export type Snapshot = Members<typeof ABOUT> & {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  diseases: SnapshotDiseases | null;
} & { [Kind in SnapshotRecordKind]: Static<(typeof RECORD_SCHEMAS)[Kind]>[] };
