/**
 * Reads the people of an RDP database, and converts the rows of each to a user of a registry. It reads some hundred at
 * a time, so that memory stays bounded.
 */

import type { Report } from '../../domain/bounded-list.ts';
import { LARGEST_INT } from '../../domain/record/model.ts';
import { allowedByBoth, lowerGeneLevel } from '../../domain/record/permissions.ts';
import { RDP_TEXTS, type SnapshotGoTerm, type SnapshotUser, type UserTexts } from '../../domain/record/snapshot.ts';
import type { Moment, RdpValue } from './connection.ts';
import type { RdpVersion } from './schema.ts';
import {
  type ColumnPlace,
  isId,
  isName,
  shown,
  toAspect,
  toCategories,
  toFlag,
  toGeneLevel,
  toHideGenelist,
  toNumber,
  toPosition,
  toRoles,
  toTier,
  toTime,
  toUserLevel,
  toWebsite,
} from './values.ts';

type Text = string | null;

type UserRow = [
  ...[
    id: number,
    email: Text,
    enabled: RdpValue,
    level: RdpValue,
    shared: RdpValue,
    hideGenelist: RdpValue,
    contactEmail: Text,
  ],
  ...[verified: RdpValue, position: Text],
  ...texts: Text[],
];

/** The columns of a user; bits are read as numbers. */
export const USER_COLUMNS = [
  ...['user_id', 'email', 'enabled + 0', 'privacy_level', 'shared + 0', 'hide_genelist + 0', 'contact_email'],
  ...['contact_email_verified + 0', 'researcher_position', ...RDP_TEXTS.map(({ name }) => name)],
];

/** Other rows of people: the first column is the user id, and `?` is a list of user ids. */
const RELATED = {
  roles: {
    since: '1.4',
    sql: 'SELECT user_id, role FROM user_role JOIN `role` USING (role_id) WHERE user_id IN (?) ORDER BY role_id',
  },
  categories: {
    since: '1.4',
    sql: 'SELECT user_id, researcher_category FROM user_researcher_category WHERE user_id IN (?) ORDER BY 2',
  },
  publications: {
    since: '1.4',
    sql: 'SELECT user_id, pmid, title FROM publication WHERE user_id IN (?) ORDER BY publication_id',
  },
  descriptions: {
    since: '1.4',
    sql: 'SELECT user_id, taxon_id, description FROM descriptions WHERE user_id IN (?) ORDER BY taxon_id',
  },
  genes: {
    since: '1.4',
    sql: 'SELECT user_id, gene_id, tier, user_privacy_level FROM gene WHERE user_id IN (?) ORDER BY id',
  },
  organs: { since: '1.4', sql: 'SELECT user_id, uberon_id FROM user_organ WHERE user_id IN (?) ORDER BY id' },
  ontologyTerms: {
    since: '1.5',
    sql: `SELECT user_id, ontology.name, term_id, user_ontology_term.name
          FROM user_ontology_term JOIN ontology USING (ontology_id)
          WHERE user_id IN (?) ORDER BY user_ontology_term_id`,
  },
  goTerms: {
    since: '1.4',
    sql: `SELECT user_id, go_id, name, definition, aspect, taxon_id, frequency, size
          FROM term WHERE user_id IN (?) ORDER BY id`,
  },
  accessTokens: {
    since: '1.4',
    sql: `SELECT user_id, token, expiry_date, EXISTS (
            SELECT 1 FROM access_token AS other WHERE other.token = access_token.token
            AND binary other.token = binary access_token.token AND NOT other.user_id <=> access_token.user_id
          ) FROM access_token WHERE user_id IN (?) ORDER BY id`,
  },
} as const;

/** The rows of one person, each without the user id. */
type PersonRows = {
  roles: [Text][];
  categories: [Text][];
  publications: [pmid: RdpValue, title: Text][];
  descriptions: [taxonId: number, text: Text][];
  genes: [geneId: RdpValue, tier: Text, level: RdpValue][];
  organs: [uberonId: Text][];
  ontologyTerms: [ontology: Text, termId: Text, name: Text][];
  goTerms: [
    goId: Text,
    name: Text,
    definition: Text,
    aspect: Text,
    taxonId: RdpValue,
    frequency: RdpValue,
    size: RdpValue,
  ][];
  accessTokens: [token: Text, expiry: Text, isOfOthersToo: RdpValue][];
};

/** Returns the person, or undefined for an account without the e-mail address that a registry needs. */
function toUser(row: UserRow, rows: PersonRows, report: Report): SnapshotUser | undefined {
  const [id, email, enabled, level, shared, hideGenelist, contactEmail, verified, position, ...stored] = row;
  const texts = Object.fromEntries(RDP_TEXTS.map(({ member }, at) => [member, stored[at] ?? null])) as UserTexts;
  const place: ColumnPlace = { name: `user ${id}`, report };
  if (!isName(email)) {
    report(`user ${id}: there is no e-mail address; the user is left out.`);
    return undefined;
  }
  return {
    id,
    email,
    enabled: toFlag(enabled),
    roles: toRoles(rows.roles.flat(), place),
    privacyLevel: toUserLevel(level, place),
    shared: toFlag(shared),
    hideGenelist: toHideGenelist(hideGenelist, place),
    contactEmail,
    contactEmailVerified: toFlag(verified),
    ...texts,
    website: toWebsite(texts.website, place),
    researcherPosition: toPosition(position, place),
    researcherCategories: toCategories(rows.categories.flat(), place),
    publications: rows.publications.map(([pmid, title]) => ({ pmid: toNumber(pmid, 'the PubMed id', place), title })),
    taxonDescriptions: Object.fromEntries(rows.descriptions.filter(([taxonId]) => isTaxonId(taxonId, place))),
    genes: toGenes(rows.genes, place),
    organs: toOrgans(rows.organs, place),
    ontologyTerms: toOntologyTerms(rows.ontologyTerms, place),
    goTerms: rows.goTerms.map((term) => toGoTerm(term, place)),
    accessTokens: toAccessTokens(rows.accessTokens, place),
  };
}

function isTaxonId(taxonId: RdpValue, { name, report }: ColumnPlace): boolean {
  if (isId(taxonId)) return true;
  report(`${name}: a description is for the taxon ${shown(taxonId)}, which is no id of NCBI; it is left out.`);
  return false;
}

/** Returns each gene once. Of several rows the first counts, with the lowest of their levels. */
function toGenes(rows: PersonRows['genes'], { name, report }: ColumnPlace): SnapshotUser['genes'] {
  const genes = new Map<number, SnapshotUser['genes'][number]>();
  for (const [geneId, tier, level] of rows) {
    if (!isId(geneId)) {
      report(`${name}: a registered gene has the id ${shown(geneId)}, which is no id of NCBI; it is left out.`);
      continue;
    }
    const place: ColumnPlace = { name: `${name}, gene ${geneId}`, report };
    const privacyLevel = toGeneLevel(level, place);
    const before = genes.get(geneId);
    if (before === undefined) {
      genes.set(geneId, { geneId, tier: toTier(tier, place), privacyLevel });
      continue;
    }
    report(`${place.name}: another row has this gene; it is left out, and the lower of the two levels counts.`);
    genes.set(geneId, { ...before, privacyLevel: lowerGeneLevel(before.privacyLevel, privacyLevel) });
  }
  return [...genes.values()];
}

function toOrgans(rows: PersonRows['organs'], { name, report }: ColumnPlace): string[] {
  return rows.flatMap(([uberonId]) => {
    if (isName(uberonId)) return [uberonId];
    report(`${name}: an organ has no Uberon id; it is left out.`);
    return [];
  });
}

function toOntologyTerms(rows: PersonRows['ontologyTerms'], place: ColumnPlace): SnapshotUser['ontologyTerms'] {
  return rows.flatMap(([ontology, termId, name]) => {
    if (isName(ontology) && isName(termId)) return [{ ontology, termId, name }];
    place.report(`${place.name}: an ontology term has no ${isName(ontology) ? 'id' : 'ontology'}; it is left out.`);
    return [];
  });
}

function toGoTerm(row: PersonRows['goTerms'][number], { name: person, report }: ColumnPlace): SnapshotGoTerm {
  const [goId, name, definition, aspect, taxonId, frequency, size] = row;
  const place: ColumnPlace = { name: `${person}, GO term ${goId}`, report };
  return {
    goId,
    name,
    definition,
    aspect: toAspect(aspect, place),
    taxonId: toNumber(taxonId, 'the taxon', place),
    frequency: toNumber(frequency, 'the frequency', place),
    size: toNumber(size, 'the size', place),
  };
}

function toAccessTokens(rows: PersonRows['accessTokens'], { name, report }: ColumnPlace): SnapshotUser['accessTokens'] {
  return rows.flatMap(([token, expiry, isOfOthersToo]) => {
    const expiresAt = toTime(expiry);
    const isOfOne = isOfOthersToo === 0;
    if (isName(token) && expiresAt !== undefined && isOfOne) return [{ token, expiresAt }];
    const problem = problemOfToken(token, isOfOne);
    report(`${name}: an access token (not shown) ${problem}; it is left out.`);
    return [];
  });
}

function problemOfToken(token: Text, isOfOne: boolean): string {
  if (!isName(token)) return 'is empty';
  return isOfOne ? 'has no time of expiry' : 'is also that of another account';
}

type Reading = { moment: Moment; version: RdpVersion; report: Report };

const USERS_AT_ONCE = 100;

/** Yields all people by id. */
export async function* readAllUsers(reading: Reading): AsyncGenerator<SnapshotUser> {
  const { moment, report } = reading;
  const rows = await moment.rows<[RdpValue]>('SELECT user_id FROM `user` ORDER BY user_id');
  const ids = [...new Set(rows.flat())];
  for (const id of ids.filter((id) => !isId(id))) {
    report(`user ${id}: the id is no whole number from 0 to ${LARGEST_INT}; the user is left out.`);
  }
  for await (const user of readUsersById(reading, ids.filter(isId))) yield user;
}

/** Yields the people with these ids who exist and whom a registry can store, by id. */
export async function* readUsersById(reading: Reading, ids: readonly number[]): AsyncGenerator<SnapshotUser> {
  const sorted = [...new Set(ids)].filter(isId).toSorted((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += USERS_AT_ONCE) {
    yield* await readBatch(reading, sorted.slice(at, at + USERS_AT_ONCE));
  }
}

async function readBatch({ moment, version, report }: Reading, ids: readonly number[]): Promise<SnapshotUser[]> {
  const users = await moment.rows<UserRow>(
    `SELECT ${USER_COLUMNS.join(', ')} FROM \`user\` WHERE user_id IN (?) ORDER BY user_id`,
    ids,
  );
  const rowsByUser = new Map(users.map(([id]) => [id, noRows()]));
  for (const [kind, { sql, since }] of Object.entries(RELATED)) {
    if (since === '1.5' && version === '1.4') continue;
    for (const [id, ...row] of await moment.rows<[number, ...RdpValue[]]>(sql, ids)) {
      rowsByUser.get(id)?.[kind as keyof PersonRows].push(row as never);
    }
  }
  const lower = await lowerWithSameEmail(moment, ids);
  return [...Map.groupBy(users, ([id]) => id)].flatMap(([id, sameId]) => {
    const holder = lower.get(id);
    if (holder !== undefined) {
      report(`user ${id}: user ${holder} has the same e-mail address; the user is left out.`);
      return [];
    }
    if (sameId.length > 1) {
      report(
        `user ${id}: ${sameId.length} rows have this id; one is taken, and no permission that another one withholds.`,
      );
    }
    return withinAll(sameId.flatMap((row) => toUser(row, rowsByUser.get(id) ?? noRows(), report) ?? []));
  });
}

/** Returns, of these people, those whose e-mail address a person with a lower id has too, and that lower id. */
async function lowerWithSameEmail(moment: Moment, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await moment.rows<[number, number]>(
    `SELECT later.user_id, min(first.user_id) FROM \`user\` AS later JOIN \`user\` AS first
     ON first.email = later.email AND binary first.email = binary later.email
     WHERE later.user_id IN (?) AND first.user_id >= 0 AND first.user_id < later.user_id AND later.email <> ''
     GROUP BY later.user_id`,
    ids,
  );
  return new Map(rows);
}

/** Returns the first of several rows of one person, with the permissions that all of them give. */
function withinAll([first, ...others]: readonly SnapshotUser[]): SnapshotUser[] {
  if (first === undefined) return [];
  let user = first;
  for (const other of others) user = { ...user, ...allowedByBoth(user, other), roles: user.roles };
  return [user];
}

function noRows(): PersonRows {
  return Object.fromEntries(Object.keys(RELATED).map((kind) => [kind, []])) as unknown as PersonRows;
}
