/** Recognises the version of RDP that a database belongs to by its tables, and names missing ones. */

import { ownMember } from '../../domain/own-member.ts';
import { RDP_TEXTS } from '../../domain/record/snapshot.ts';
import type { Moment } from './connection.ts';
import { UnreadableRdpDatabase } from './unreadable.ts';

/** Version 1.4 has no ontologies. */
export type RdpVersion = '1.4' | '1.5';

type Tables = Readonly<Record<string, readonly string[]>>;

const GENE = ['id', 'gene_id', 'symbol', 'description', 'synonyms', 'modification_date', 'taxon_id'];

/** All tables and columns that are read; no statement names any other. */
export const TABLES: Tables = {
  user: [
    ...['user_id', 'email', 'enabled', 'privacy_level', 'shared', 'hide_genelist', 'contact_email'],
    ...['contact_email_verified', ...RDP_TEXTS.map(({ name }) => name), 'researcher_position'],
  ],
  user_researcher_category: ['user_id', 'researcher_category'],
  descriptions: ['user_id', 'taxon_id', 'description'],
  publication: ['publication_id', 'pmid', 'title', 'user_id'],
  role: ['role_id', 'role'],
  user_role: ['user_id', 'role_id'],
  access_token: ['id', 'token', 'expiry_date', 'user_id'],
  taxon: ['taxon_id', 'active', 'common_name', 'scientific_name', 'ordering'],
  gene: [...GENE, 'user_id', 'tier', 'user_privacy_level'],
  gene_info: GENE,
  ortholog: ['source_gene', 'target_gene'],
  term: ['id', 'go_id', 'name', 'definition', 'aspect', 'frequency', 'size', 'taxon_id', 'user_id'],
  organ_info: ['id', 'uberon_id', 'name', 'description', 'active', 'ordering'],
  user_organ: ['id', 'uberon_id', 'name', 'description', 'user_id'],
};

/** The tables that version 1.5 added. */
export const ONTOLOGY_TABLES: Tables = {
  ontology: ['ontology_id', 'name', 'definition', 'ontology_url', 'active', 'ordering', 'available_for_gene_search'],
  ontology_term_info: [
    ...['ontology_term_info_id', 'ontology_id', 'term_id', 'name', 'definition', 'obsolete', 'active', 'is_group'],
    ...['has_icon', 'ordering'],
  ],
  ontology_term_info_alt_ids: ['ontology_term_info_id', 'alt_id'],
  ontology_term_info_synonyms: ['ontology_term_info_id', 'synonym'],
  ontology_term_info_sub_terms: ['ontology_term_info_id', 'ontology_sub_term_info_id'],
  user_ontology_term: ['user_ontology_term_id', 'ontology_id', 'term_id', 'user_id', 'name'],
};

/** Columns of versions after 1.5, and what would be read wrongly because of them. */
const LATER: Readonly<Record<string, string>> = {
  'access_token.secret': 'access tokens have a second part',
};

const COLUMNS = `
SELECT lower(table_name) AS table_name, lower(column_name) AS column_name, lower(data_type) AS data_type
FROM information_schema.columns WHERE table_schema = database()
`;

/** Flags are read as numbers. A text such as 'true' would be read as 0, which shows a hidden gene list. */
const FLAGS = ['user.enabled', 'user.shared', 'user.hide_genelist', 'user.contact_email_verified'];
const TYPES_OF_FLAGS = ['bit', 'tinyint', 'smallint', 'mediumint', 'int', 'bigint'];

/**
 * Returns the version whose tables the database has.
 *
 * @throws UnreadableRdpDatabase that names missing tables and columns, and flags of another type
 */
export async function recogniseSchema(moment: Moment, label: string): Promise<RdpVersion> {
  const found = new Set<string>();
  const types = new Map<string, string>();
  for (const [table, column, type] of await moment.rows<[string, string, string]>(COLUMNS)) {
    found.add(table);
    found.add(`${table}.${column}`);
    types.set(`${table}.${column}`, type);
  }
  const version = versionOf(found);
  const missing = Object.entries(tablesOf(version)).flatMap(([table, columns]) => missingOf(table, columns, found));
  refuseMissing({ version, missing }, label);
  const unread = FLAGS.find((column) => !TYPES_OF_FLAGS.includes(types.get(column) ?? ''));
  if (unread !== undefined) {
    throw new UnreadableRdpDatabase(
      `The RDP database ${label} is not understood: its column ${unread} has the type ${types.get(unread)}, allowed: ${TYPES_OF_FLAGS.join(', ')}.`,
    );
  }
  const later = Object.keys(LATER).find((column) => found.has(column));
  if (later === undefined) return version;
  throw new UnreadableRdpDatabase(
    `The RDP database ${label} is not understood: its column ${later} is that of a version behind 1.5, in which ${ownMember(LATER, later)}.`,
  );
}

function versionOf(found: ReadonlySet<string>): RdpVersion {
  return Object.keys(ONTOLOGY_TABLES).some((table) => found.has(table)) ? '1.5' : '1.4';
}

function tablesOf(version: RdpVersion): Tables {
  return version === '1.5' ? { ...TABLES, ...ONTOLOGY_TABLES } : TABLES;
}

/** What a database lacks of the tables of its version. */
export type Lacking = { version: RdpVersion; missing: readonly string[] };

/** Returns the tables of its version that a database with these tables lacks. */
export function lackingTables(found: ReadonlySet<string>): Lacking {
  const version = versionOf(found);
  return { version, missing: Object.keys(tablesOf(version)).filter((table) => !found.has(table)) };
}

/** @throws UnreadableRdpDatabase that names what is missing, if anything is */
export function refuseMissing({ version, missing }: Lacking, label: string): void {
  if (missing.length === 0) return;
  throw new UnreadableRdpDatabase(
    `The RDP database ${label} is not understood: of the tables of RDP ${version} it lacks ${missing.join(', ')}. They are not there, or the account may not read them (docs/rdp-database.md).`,
  );
}

/** Returns the missing columns; a missing table is named alone. */
function missingOf(table: string, columns: readonly string[], found: ReadonlySet<string>): string[] {
  if (!found.has(table)) return [table];
  return columns.map((column) => `${table}.${column}`).filter((column) => !found.has(column));
}
