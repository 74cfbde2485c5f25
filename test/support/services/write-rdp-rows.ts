/** Writes a snapshot as the rows of an RDP database that would be read as this snapshot again. */

import type { Connection } from 'mysql2/promise';
import { GO_ASPECTS } from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';

type Value = string | number | boolean | null;

const ROWS_AT_ONCE = 1000;
const ASPECTS = ['biological_process', 'cellular_component', 'molecular_function'];
const PASSWORD_HASH = '$2a$10$abcdefghijklmnopqrstuv';

/** The tables must be there, and empty but for the roles. A 1.4 database takes a snapshot without ontologies only. */
export async function writeRdpRows(connection: Connection, snapshot: Snapshot): Promise<void> {
  const insert = (table: string, columns: string, rows: readonly (readonly Value[])[]) =>
    insertRows(connection, table, columns, rows);
  await connection.query("SET SESSION time_zone = '+00:00', sql_mode = concat(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
  await connection.query('SET SESSION foreign_key_checks = 0, unique_checks = 0, autocommit = 0');
  await insert(
    'taxon',
    'taxon_id, common_name, scientific_name, ordering, active, gene_url',
    snapshot.taxa.map((taxon) => [
      ...[taxon.id, taxon.commonName, taxon.scientificName, taxon.ordering, taxon.active],
      'ftp://ftp.example.org/genes.gz',
    ]),
  );
  const infoIds = new Map(snapshot.genes.map(({ geneId }, index) => [geneId, index + 1]));
  await insert(
    'gene_info',
    'id, gene_id, taxon_id, symbol, description, synonyms, modification_date',
    snapshot.genes.map((gene, index) => [
      ...[index + 1, gene.geneId, gene.taxonId, gene.symbol, gene.name, gene.aliases, gene.modificationDate],
    ]),
  );
  await insert(
    'ortholog',
    'source_gene, target_gene',
    snapshot.orthologs.map((pair) => pair.map((geneId) => infoIds.get(geneId) ?? null)),
  );
  await insert(
    'organ_info',
    'uberon_id, name, description, active, ordering',
    snapshot.organs.map((organ) => [organ.uberonId, organ.name, organ.description, organ.active, organ.ordering]),
  );
  if (snapshot.ontologies.length > 0) await writeOntologies(insert, snapshot);
  await writeUsers(insert, snapshot, connection);
  await connection.query('COMMIT');
}

type Insert = (table: string, columns: string, rows: readonly (readonly Value[])[]) => Promise<void>;

async function insertRows(
  connection: Connection,
  table: string,
  columns: string,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows.slice(at, at + ROWS_AT_ONCE);
    await connection.query(`INSERT INTO \`${table}\` (${columns}) VALUES ?`, [values]);
  }
}

async function writeOntologies(insert: Insert, { ontologies }: Snapshot): Promise<void> {
  await insert(
    'ontology',
    'ontology_id, name, definition, ontology_url, active, available_for_gene_search, ordering',
    ontologies.map((ontology, index) => [
      ...[index + 1, ontology.name, ontology.definition, ontology.url, ontology.active],
      ...[ontology.availableForGeneSearch, ontology.ordering],
    ]),
  );
  const terms = ontologies.flatMap((ontology, index) =>
    ontology.terms.map((term) => ({ term, ontologyId: index + 1 })),
  );
  const numbers = new Map(terms.map(({ term, ontologyId }, index) => [`${ontologyId} ${term.termId}`, index + 1]));
  const numbered = terms.map((entry, index) => ({ ...entry, number: index + 1 }));
  await insert(
    'ontology_term_info',
    'ontology_term_info_id, ontology_id, term_id, name, definition, obsolete, active, is_group, has_icon, ordering',
    numbered.map(({ term, ontologyId, number }) => [
      ...[number, ontologyId, term.termId, term.name, term.definition, term.obsolete, term.active, term.group],
      ...[term.hasIcon, term.ordering],
    ]),
  );
  const lists = (pick: (entry: (typeof numbered)[number]) => readonly Value[]) =>
    numbered.flatMap((entry) => pick(entry).map((value) => [entry.number, value]));
  await insert(
    'ontology_term_info_synonyms',
    'ontology_term_info_id, synonym',
    lists(({ term }) => term.synonyms),
  );
  await insert(
    'ontology_term_info_alt_ids',
    'ontology_term_info_id, alt_id',
    lists(({ term }) => term.altTermIds),
  );
  await insert(
    'ontology_term_info_sub_terms',
    'ontology_term_info_id, ontology_sub_term_info_id',
    lists(({ term, ontologyId }) => term.subTermIds.map((id) => numbers.get(`${ontologyId} ${id}`) ?? null)),
  );
}

async function writeUsers(insert: Insert, snapshot: Snapshot, connection: Connection): Promise<void> {
  const { users } = snapshot;
  const each = (rows: (user: SnapshotUser) => readonly (readonly Value[])[]) =>
    users.flatMap((user) => rows(user).map((row) => [user.id, ...row]));
  await insert(
    'user',
    `user_id, email, enabled, privacy_level, shared, hide_genelist, contact_email, contact_email_verified, name,
     last_name, description, organization, department, phone, website, researcher_position, password`,
    users.map((user) => [
      ...[user.id, user.email, user.enabled, user.privacyLevel, user.shared, user.hideGenelist, user.contactEmail],
      ...[user.contactEmailVerified, user.name, user.lastName, user.description, user.organization, user.department],
      ...[user.phone, user.website, user.researcherPosition, PASSWORD_HASH],
    ]),
  );
  const [roles] = await connection.query<never[]>('SELECT role_id, role FROM role');
  const roleIds = new Map((roles as { role_id: number; role: string }[]).map(({ role_id, role }) => [role, role_id]));
  await insert(
    'user_role',
    'user_id, role_id',
    each((user) => user.roles.map((role) => [roleIds.get(role) ?? null])),
  );
  await insert(
    'user_researcher_category',
    'user_id, researcher_category',
    each((user) => user.researcherCategories.map((category) => [category])),
  );
  await insert(
    'publication',
    'user_id, pmid, title',
    each((user) => user.publications.map(({ pmid, title }) => [pmid, title])),
  );
  await insert(
    'descriptions',
    'user_id, taxon_id, description',
    each((user) => Object.entries(user.taxonDescriptions)),
  );
  await insert(
    'user_organ',
    'user_id, uberon_id, name, description',
    each((user) => user.organs.map((id) => [id, ...organFacts(snapshot, id)])),
  );
  await insert(
    'term',
    'user_id, go_id, name, definition, aspect, taxon_id, frequency, size',
    each((user) =>
      user.goTerms.map((term) => [
        ...[term.goId, term.name, term.definition, aspectName(term.aspect), term.taxonId, term.frequency, term.size],
      ]),
    ),
  );
  await insert(
    'access_token',
    'user_id, token, expiry_date',
    each((user) => user.accessTokens.map(({ token, expiresAt }) => [token, inDatabase(expiresAt)])),
  );
  const ontologyIds = new Map(snapshot.ontologies.map(({ name }, index) => [name, index + 1]));
  await insert(
    'user_ontology_term',
    'user_id, ontology_id, term_id, name',
    each((user) => user.ontologyTerms.map((term) => [ontologyIds.get(term.ontology) ?? null, term.termId, term.name])),
  );
  await writeUserGenes(insert, snapshot);
}

async function writeUserGenes(insert: Insert, { users, genes }: Snapshot): Promise<void> {
  const facts = new Map(genes.map((gene) => [gene.geneId, gene]));
  const rows = users.flatMap((user) =>
    user.genes.map(({ geneId, tier, privacyLevel }) => {
      const gene = facts.get(geneId);
      const copied = [gene?.taxonId ?? null, gene?.symbol ?? null, gene?.name ?? null, gene?.aliases ?? null];
      return [user.id, geneId, tier, privacyLevel, ...copied];
    }),
  );
  const columns = 'user_id, gene_id, tier, user_privacy_level, taxon_id, symbol, description, synonyms';
  await insert('gene', columns, rows);
}

/** What RDP copies into the row of the user. */
function organFacts({ organs }: Snapshot, uberonId: string): [Value, Value] {
  const organ = organs.find((known) => known.uberonId === uberonId);
  return [organ?.name ?? null, organ?.description ?? null];
}

function aspectName(aspect: string | null): string | null {
  const known: readonly (string | null)[] = GO_ASPECTS;
  return ASPECTS[known.indexOf(aspect)] ?? aspect;
}

/** Timestamps of MariaDB 10.11 end in January 2038. */
function inDatabase(time: string): string {
  const last = '2038-01-19 03:14:07';
  const text = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  return text > last ? last : text;
}
