/** The database of an RDP registry, which is read and never written. */

import { type Report, reportList } from '../../domain/bounded-list.ts';
import type {
  SnapshotGene,
  SnapshotOntology,
  SnapshotOrgan,
  SnapshotTaxon,
  SnapshotUser,
} from '../../domain/record/snapshot.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import { parseRdpAddress } from './address.ts';
import {
  PERSON_TABLES,
  type PersonTable,
  readPersonChecksums,
  readReferenceChecksums,
  readWriteTimes,
  type WriteTimes,
} from './changes.ts';
import { type Moment, openConnections } from './connection.ts';
import { readOntologies } from './read-ontologies.ts';
import { type PermissionsOfAll, readPermissions } from './read-permissions.ts';
import {
  readGenes,
  readOrgans,
  readOrthologs,
  readOwnGenes,
  readOwnOrgans,
  readTaxa,
  withKnownReference,
} from './read-reference.ts';
import { readAllUsers, readUsersById } from './read-users.ts';
import { type RdpVersion, recogniseSchema } from './schema.ts';
import { isId } from './values.ts';

/** Each method reads one consistent moment of its own, and throws UnreadableRdpDatabase if that fails. */
export type RdpDatabase = AsyncDisposable & {
  /** The name of the database in messages: its address without password. */
  label: string;
  /** Reads everything. The parts are read in the order in which `use` requests them, until its promise settles. */
  readRegistry<T>(use: (registry: RdpRegistry) => Promise<T>): Promise<T>;
  /** Returns people by id, as `readRegistry` would; ids of nobody are skipped. */
  readUsers(ids: readonly number[]): Promise<RdpUsers>;
  /** Returns the permissions of the account beyond reading, in the words of the server, such as `INSERT`. */
  readRights(): Promise<readonly string[]>;
  /** Returns the permissions of all people and accounts, as far as these tables have them; a table that is gone has none. */
  readPermissions(tables: readonly PersonTable[]): Promise<PermissionsOfAll>;
  /** Returns when each table was last written. A later write in the same second as `now` does not change the time. */
  readWriteTimes(): Promise<WriteTimes>;
  /** Returns the checksums of these tables, by table and user id. */
  readPersonChecksums<Table extends PersonTable>(
    tables: readonly Table[],
  ): Promise<ReadonlyMap<Table, ReadonlyMap<number, string>>>;
  /** Returns a checksum of each part of the reference data. */
  readReferenceChecksums(): Promise<ReadonlyMap<string, string>>;
};

/** A whole registry at one moment, in parts; parts with many rows come a few rows at a time. */
export type RdpRegistry = {
  version: RdpVersion;
  /** The number of rows of each large part. */
  counts: { genes: number; orthologs: number; users: number };
  /** The highest user id that was ever given, as far as the server knows; 0 for none. */
  highestUserId: number;
  taxa: SnapshotTaxon[];
  genes: AsyncIterable<SnapshotGene>;
  orthologs: AsyncIterable<[number, number]>;
  organs: SnapshotOrgan[];
  ontologies: SnapshotOntology[];
  users: AsyncIterable<SnapshotUser>;
  /** Returns the checksums of all people at this moment, by table and user id. */
  readPersonChecksums(): Promise<ReadonlyMap<PersonTable, ReadonlyMap<number, string>>>;
  /** Returns the values left out so far; they are complete once every part was read. */
  omitted(): OmittedValues;
};

export type RdpUsers = {
  version: RdpVersion;
  users: SnapshotUser[];
  /** The checksums of these users at the same moment, as in `readPersonChecksums`. */
  checksums: ReadonlyMap<PersonTable, ReadonlyMap<number, string>>;
  /** Genes and organs of these users that no reference table has, with the facts in the users' own rows. */
  ownGenes: SnapshotGene[];
  ownOrgans: SnapshotOrgan[];
  omitted: OmittedValues;
};

/**
 * Opens the database; it connects only at the first query.
 *
 * @param address `mysql://account:password@host:port/schema`, or the same with `mariadb://`
 * @param password takes precedence over one in the address
 * @throws UnreadableRdpDatabase for an invalid address
 */
export function openRdpDatabase(address: string, password?: string): RdpDatabase {
  const parsed = parseRdpAddress(address, password);
  const { label } = parsed;
  const connections = openConnections(parsed);

  /** Reads at one moment. The tables are examined each time, because an upgrade of RDP may have changed them. */
  function atMoment<T>(ask: (moment: Moment, version: RdpVersion) => Promise<T>): Promise<T> {
    return connections.inOneMoment(async (moment) => ask(moment, await recogniseSchema(moment, label)));
  }

  return {
    label,
    readRegistry: (use) => atMoment(async (moment, version) => use(await registryAt(moment, version))),
    readUsers: (ids) => atMoment((moment, version) => usersAt(moment, version, ids)),
    readRights: () => connections.inOneMoment(readRights),
    // Also while tables are missing: what they held counts no longer.
    readPermissions: (tables) => connections.inOneMoment((moment) => readPermissions(moment, tables)),
    readWriteTimes: () => connections.inOneMoment(readWriteTimes),
    readPersonChecksums: (tables) => atMoment((moment, version) => checksumsAt(moment, version, tables)),
    readReferenceChecksums: () => atMoment(readReferenceChecksums),
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  };
}

async function registryAt(moment: Moment, version: RdpVersion): Promise<RdpRegistry> {
  const { report, all } = reportList();
  const reading = { moment, version, report };
  const [[genes = 0, orthologs = 0, users = 0] = []] = await moment.rows<[number, number, number]>(
    'SELECT (SELECT count(*) FROM gene_info), (SELECT count(*) FROM ortholog), (SELECT count(*) FROM `user`)',
  );
  const highestUserId = await readHighestUserId(moment);
  await reportOrphans(moment, report);
  const taxa = await readTaxa(reading);
  const organs = await readOrgans(reading);
  const ontologies = version === '1.4' ? [] : await readOntologies(reading);
  const parts = {
    ...{ genes: readGenes(reading), orthologs: readOrthologs(reading), users: readAllUsers(reading) },
    ...{ organs, ontologies },
  };
  const counts = { genes, orthologs, users };
  return {
    ...{ version, counts, highestUserId, taxa, organs, ontologies },
    ...withKnownReference(parts, report),
    readPersonChecksums: () => checksumsAt(moment, version, PERSON_TABLES),
    omitted: all,
  };
}

/** Reads the next id of the server, which gives each id once. A registry cannot store an id that is too large, so it counts as 0. */
async function readHighestUserId(moment: Moment): Promise<number> {
  const [[next = null] = []] = await moment.rows<[number | null]>(
    "SELECT auto_increment FROM information_schema.tables WHERE table_schema = database() AND lower(table_name) = 'user'",
  );
  const highest = next === null ? 0 : next - 1;
  return isId(highest) ? highest : 0;
}

async function usersAt(moment: Moment, version: RdpVersion, ids: readonly number[]): Promise<RdpUsers> {
  const { report, all } = reportList();
  const reading = { moment, version, report };
  if (ids.length === 0)
    return { version, users: [], checksums: new Map(), ownGenes: [], ownOrgans: [], omitted: all() };
  const checksums = await checksumsAt(moment, version, PERSON_TABLES, ids);
  const users: SnapshotUser[] = [];
  for await (const user of readUsersById(reading, ids)) users.push(user);
  const ownGenes = await readOwnGenes(reading, ids);
  const ownOrgans = await readOwnOrgans(reading, await readKnownOrgans(moment), ids);
  return { version, users, checksums, ownGenes, ownOrgans, omitted: all() };
}

async function checksumsAt<Table extends PersonTable>(
  moment: Moment,
  version: RdpVersion,
  tables: readonly Table[],
  ids?: readonly number[],
): Promise<ReadonlyMap<Table, ReadonlyMap<number, string>>> {
  const checksums = new Map<Table, ReadonlyMap<number, string>>();
  for (const table of tables) checksums.set(table, await readPersonChecksums(moment, version, table, ids));
  return checksums;
}

async function readKnownOrgans(moment: Moment): Promise<{ uberonId: string }[]> {
  const rows = await moment.rows<[string | null]>('SELECT uberon_id FROM organ_info');
  return rows.map(([uberonId]) => ({ uberonId: uberonId ?? '' }));
}

const HARMLESS = ['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES', 'PROCESS'];
const GRANT = /^GRANT (.+?) ON /;

/** Reads the rights of the account. A right for single columns has them in brackets; granted roles are not resolved. */
async function readRights(moment: Moment): Promise<string[]> {
  const rows = await moment.rows<[string]>('SHOW GRANTS');
  const rights = rows.flatMap(([text]) => {
    const named = GRANT.exec(text)?.[1]?.replaceAll(/\([^()]*\)/g, '') ?? '';
    return named.split(',').map((right) => right.trim());
  });
  return [...new Set(rights)].filter((right) => right !== '' && !HARMLESS.includes(right));
}

const WHOSE = {
  publication: 'publications',
  access_token: 'access tokens',
  term: 'GO terms',
} as const;

/** Reports the number of rows without a person, in the tables where these can exist. */
async function reportOrphans(moment: Moment, report: Report): Promise<void> {
  for (const [table, what] of Object.entries(WHOSE)) {
    const [[count = 0] = []] = await moment.rows<[number]>(`SELECT count(*) FROM ${table} WHERE user_id IS NULL`);
    if (count > 0) report(`${count} of the ${what} belong to no user; they are left out.`);
  }
}
