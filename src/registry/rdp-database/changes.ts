/** Detects changes of an RDP database by the times when tables were written, and by checksums of their rows. */

import { ownMember } from '../../domain/own-member.ts';
import type { Moment } from './connection.ts';
import { USER_COLUMNS } from './read-users.ts';
import { type Lacking, lackingTables, ONTOLOGY_TABLES, type RdpVersion, TABLES } from './schema.ts';

/** The tables whose rows belong to one person each. */
export const PERSON_TABLES = [
  'user',
  'gene',
  'user_role',
  'user_researcher_category',
  'descriptions',
  'publication',
  'user_organ',
  'term',
  'access_token',
  'user_ontology_term',
] as const;
export type PersonTable = (typeof PERSON_TABLES)[number];

/** When each table that this program reads was last written. */
export type WriteTimes = {
  /** The time of the server to compare with: `yyyy-mm-dd hh:mm:ss` in UTC. */
  now: string;
  /**
   * The time of the last write of each table, or of a later change of its columns; null if the server gives none, as
   * for a view.
   */
  tables: ReadonlyMap<string, string | null>;
  /** Tables that seem to be empty, because the server records no time for a TRUNCATE. */
  empty: ReadonlySet<string>;
  /** What is not there, or may not be read by the account. */
  lacking: Lacking;
};

/** Engines of MariaDB and MySQL that note each write. Of any other one, such as MEMORY, the time would never move. */
const TIMED_ENGINES = ['InnoDB', 'MyISAM', 'Aria'];

export async function readWriteTimes(moment: Moment): Promise<WriteTimes> {
  const known = new Set([...Object.keys(TABLES), ...Object.keys(ONTOLOGY_TABLES)]);
  const rows = await moment.rows<[string, string | null, string, number | null]>(
    `SELECT lower(table_name) AS table_name,
            if(engine IN (${TIMED_ENGINES.map((engine) => `'${engine}'`).join()}),
               cast(greatest(coalesce(update_time, create_time), create_time) AS char), NULL) AS written_time,
            cast(now() AS char) AS now_time, table_rows = 0
     FROM information_schema.tables WHERE table_schema = database()`,
  );
  const tables = new Map(rows.filter(([table]) => known.has(table)).map(([table, time]) => [table, time]));
  const empty = new Set(rows.filter(([, , , isEmpty]) => isEmpty === 1).map(([table]) => table));
  return { now: rows[0]?.[2] ?? '', tables, empty, lacking: lackingTables(new Set(tables.keys())) };
}

/** The columns of each table that describe the person. Copies of reference data are not among them. */
const PERSON_COLUMNS: Readonly<Record<PersonTable, readonly string[]>> = {
  user: USER_COLUMNS,
  gene: ['id', 'gene_id', 'tier', 'user_privacy_level'],
  user_role: ['role'],
  user_researcher_category: ['researcher_category'],
  descriptions: ['taxon_id', 'description'],
  publication: ['publication_id', 'pmid', 'title'],
  user_organ: ['id', 'uberon_id'],
  term: ['id', 'go_id', 'name', 'definition', 'aspect', 'frequency', 'size', 'taxon_id'],
  access_token: ['id', 'token', 'expiry_date'],
  user_ontology_term: ['user_ontology_term_id', 'ontology_id', 'term_id', 'name'],
};

/**
 * Returns a checksum of the rows of each person in a table, by user id. The result lacks people without rows.
 *
 * @param userIds the people to read; all by default
 * @returns an empty map for a table that this version of RDP does not have
 */
export async function readPersonChecksums(
  moment: Moment,
  version: RdpVersion,
  table: PersonTable,
  userIds?: readonly number[],
): Promise<Map<number, string>> {
  if (version === '1.4' && table in ONTOLOGY_TABLES) return new Map();
  const from = table === 'user_role' ? 'user_role JOIN `role` USING (role_id)' : `\`${table}\``;
  const rows = await moment.rows<[number | null, string]>(
    `SELECT user_id, ${checksumOf(PERSON_COLUMNS[table])} FROM ${from} ${userIds === undefined ? '' : 'WHERE user_id IN (?)'} GROUP BY user_id`,
    ...(userIds === undefined ? [] : [userIds]),
  );
  return new Map(rows.filter((row): row is [number, string] => row[0] !== null));
}

/** The tables whose rows belong to no person. */
const REFERENCE_TABLES = ['taxon', 'gene_info', 'ortholog', 'organ_info'];
const ONTOLOGY_REFERENCE_TABLES = Object.keys(ONTOLOGY_TABLES).filter((table) => table !== 'user_ontology_term');

/** Facts of genes and organs that exist only in the rows of people who registered them. */
const OWN_FACTS = {
  gene: `SELECT ${checksumOf(['gene.gene_id', 'gene.taxon_id', 'gene.symbol', 'gene.description', 'gene.synonyms'])}
         FROM gene LEFT JOIN gene_info ON gene_info.gene_id = gene.gene_id WHERE gene_info.id IS NULL`,
  user_organ: `SELECT ${checksumOf(['user_organ.uberon_id', 'user_organ.name', 'user_organ.description'])}
               FROM user_organ LEFT JOIN organ_info ON organ_info.uberon_id = user_organ.uberon_id
               WHERE organ_info.id IS NULL`,
};

/** Returns a checksum of each table of reference data, and of the facts of genes and organs that only people's rows have. */
export async function readReferenceChecksums(moment: Moment, version: RdpVersion): Promise<Map<string, string>> {
  const tables = version === '1.4' ? REFERENCE_TABLES : [...REFERENCE_TABLES, ...ONTOLOGY_REFERENCE_TABLES];
  const sums = await moment.rows<[string, number | string | null]>(`CHECKSUM TABLE ${tables.join(', ')}`);
  const checksums = new Map<string, string>();
  for (const [at, table] of tables.entries())
    checksums.set(table, String(sums[at]?.[1] ?? (await rowsSum(moment, table))));
  for (const [table, sql] of Object.entries(OWN_FACTS)) {
    const [row] = await moment.rows<[string]>(sql);
    checksums.set(table, row?.[0] ?? '');
  }
  return checksums;
}

/** Returns the checksum of a view. `CHECKSUM TABLE` gives none. */
async function rowsSum(moment: Moment, table: string): Promise<string> {
  const columns = ownMember({ ...TABLES, ...ONTOLOGY_TABLES }, table) ?? [];
  const [row] = await moment.rows<[string]>(`SELECT ${checksumOf(columns)} FROM \`${table}\``);
  return row?.[0] ?? '';
}

/**
 * Returns SQL for a checksum. Each row becomes a text that distinguishes NULL from an empty text and shows where a column
 * ends. It uses no crc32, because that would not change when two rows of a person exchange values, such as a private and
 * a public gene.
 */
function checksumOf(columns: readonly string[]): string {
  const text = `concat_ws(',', ${columns.map((column) => `quote(${column})`).join(', ')})`;
  return `concat(count(*), ':', hex(bit_xor(cast(conv(left(md5(${text}), 16), 16, 10) AS unsigned))))`;
}
