/**
 * Writes users into the tables, with values that are computed once: folded texts to search, and the record in pieces
 * ready to be sent.
 */

import { fold, foldForEquality } from '../../domain/folding.ts';
import { PRIVATE, type PrivacyLevel, PUBLIC, SHARED } from '../../domain/record/model.ts';
import { effectiveLevel, readerClassOf } from '../../domain/record/privacy.ts';
import {
  type GeneFacts,
  geneFacts,
  geneMember,
  organRecord,
  organRecords,
  personRecord,
  type Reference,
  shownAnonymously,
  taxonRecord,
  userGeneRecord,
} from '../../domain/record/records.ts';
import { type SnapshotUser, USER_COLUMNS, type UserColumn } from '../../domain/record/snapshot.ts';
import { tokenHash } from '../accounts/token-hash.ts';
import { geneOntology } from '../reference/gene-ontology.ts';
import type { ReadTransaction, Store, Value, WriteTransaction } from '../store/store.ts';
import { SHOWN_ANONYMOUSLY } from '../store/text-indexes.ts';

type UserReference = Reference & {
  gene(geneId: number): GeneFacts | undefined;
  /** Returns this registry's number of an active term of an active ontology. */
  activeTerm(ontologyName: string, termId: string): number | undefined;
};

/** A row of `user_record`: JSON without the parts that depend on the viewer or on the registry's name. */
type PrecomputedRecord = {
  /** The members of the record except origin, ontology terms and genes; an object without its closing brace. */
  person: string;
  shownAnonymously: string;
  /** `userGenes` members by effective level, joined by commas, without braces. */
  genesByLevel: Readonly<Record<PrivacyLevel, string>>;
};

function precomputeRecord(user: SnapshotUser, reference: UserReference): PrecomputedRecord {
  const person = personRecord(user, reference);
  return {
    person: JSON.stringify(person).slice(0, -1),
    shownAnonymously: JSON.stringify(shownAnonymously(person)),
    genesByLevel: genesByLevel(user, reference),
  };
}

function genesByLevel(user: SnapshotUser, reference: UserReference): PrecomputedRecord['genesByLevel'] {
  const members: Record<PrivacyLevel, string[]> = { [PRIVATE]: [], [SHARED]: [], [PUBLIC]: [] };
  for (const gene of user.genes) {
    const facts = reference.gene(gene.geneId);
    if (facts === undefined) continue;
    const level = effectiveLevel(gene.privacyLevel, user);
    members[level].push(geneMember(gene.geneId, userGeneRecord(facts, gene.tier, level)));
  }
  return { [PRIVATE]: members[PRIVATE].join(), [SHARED]: members[SHARED].join(), [PUBLIC]: members[PUBLIC].join() };
}

/** A row of `user_search`. */
type PrecomputedSearch = {
  nameFolded: string | null;
  lastNameFolded: string | null;
  organsFolded: string[];
  activeTermIds: number[];
};

/** Returns the folded texts and active terms by which a user is found. */
function precomputeSearch(user: SnapshotUser, reference: UserReference): PrecomputedSearch {
  const terms = user.ontologyTerms.map(({ ontology, termId }) => reference.activeTerm(ontology, termId));
  return {
    nameFolded: user.name === null ? null : fold(user.name),
    lastNameFolded: user.lastName === null ? null : fold(user.lastName),
    organsFolded: user.organs.map(foldForEquality),
    activeTermIds: terms.filter((term) => term !== undefined),
  };
}

/** A text in which a search by description looks (rdp-protocol 3.3); an anonymised record still shows the names of organs. */
type PrecomputedText = { folded: string; shownAnonymously: boolean };

/** Returns the texts of a user that a search by description compares. */
function precomputeTexts(user: SnapshotUser, reference: UserReference): PrecomputedText[] {
  const own = [
    user.description,
    ...Object.values(user.taxonDescriptions),
    ...user.ontologyTerms.map((term) => term.name),
  ];
  const organs = Object.values(organRecords(user, reference)).map((organ) => organ.name);
  return [
    ...own.filter((text) => text !== null).map((text) => ({ folded: fold(text), shownAnonymously: false })),
    ...organs.filter((text) => text !== null).map((text) => ({ folded: fold(text), shownAnonymously: true })),
  ];
}

/** Returns the number of a folded text; a new text is stored first. */
export type TextNumber = (folded: string) => number;

type UserWriterOptions = { tx: WriteTransaction; reference: UserReference; textNumber: TextNumber; now: Date };

/** More genes than one user can register. Each user has a range of numbers for genes, so that users change independently. */
const GENES_PER_USER = 2 ** 20;

/** Returns a function that writes a user. The tables may have access tokens of that user, and nothing else. */
export function userWriter({ tx, reference, textNumber, now }: UserWriterOptions): (user: SnapshotUser) => void {
  const columns = USER_COLUMNS.map(({ name }) => name);
  const facts = tx.inserter(`INSERT INTO user (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
  const userGene = tx.inserter(
    'INSERT INTO user_gene (id, user_id, gene_id, tier, privacy_level, registration) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const search = tx.inserter('INSERT INTO user_search VALUES (?, ?, ?, ?, ?, ?)');
  const record = tx.inserter('INSERT INTO user_record VALUES (?, ?, ?, ?, ?, ?)');
  const userText = tx.inserter('INSERT OR IGNORE INTO user_text VALUES (?, ?, ?)');
  const token = tx.inserter(
    `INSERT INTO access_token (user_id, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET user_id = excluded.user_id, email = NULL, expires_at = excluded.expires_at`,
  );

  function writeFacts(user: SnapshotUser): void {
    facts(...USER_COLUMNS.map(({ member, form }) => toColumn(user[member], form)));
  }

  /** Writes genes in the order of their ids; the order in the snapshot is stored as the order of registration. */
  function writeGenes({ id, genes }: SnapshotUser): void {
    const first = id * GENES_PER_USER;
    const registered = genes.map((gene, index) => ({ ...gene, registration: first + index }));
    registered.sort(byGeneId).forEach(({ geneId, tier, privacyLevel, registration }, index) => {
      userGene(first + index, id, geneId, tier, privacyLevel, registration);
    });
  }

  function writeReady(user: SnapshotUser): void {
    const found = precomputeSearch(user, reference);
    const ids = [JSON.stringify(found.organsFolded), JSON.stringify(found.activeTermIds)];
    const readers = readerClassOf(user);
    search(user.id, readers, found.nameFolded, found.lastNameFolded, ...ids);
    for (const { folded, shownAnonymously } of precomputeTexts(user, reference)) {
      if (readers !== null) userText(readers, textNumber(folded), user.id);
      if (shownAnonymously && user.enabled) userText(SHOWN_ANONYMOUSLY, textNumber(folded), user.id);
    }
    const { person, shownAnonymously, genesByLevel } = precomputeRecord(user, reference);
    record(user.id, person, shownAnonymously, genesByLevel[2], genesByLevel[1], genesByLevel[0]);
  }

  return (user) => {
    writeFacts(user);
    writeGenes(user);
    writeReady(user);
    for (const { token: secret, expiresAt } of user.accessTokens) {
      token(user.id, tokenHash(secret), 'imported', now.toISOString(), new Date(expiresAt).toISOString());
    }
  };
}

function byGeneId(a: { geneId: number }, b: { geneId: number }): number {
  return a.geneId - b.geneId;
}

function toColumn(value: unknown, form: UserColumn['form']): Value {
  if (form === 'plain') return (value ?? null) as Value;
  return form === 'flag' ? Number(value) : JSON.stringify(value);
}

type Text = string | null;
type TaxonRow = [id: number, commonName: Text, scientificName: Text, ordering: number | null, active: number];
type OrganRow = [uberonId: string, name: Text, description: Text, active: number, ordering: number | null];
type GeneRow = [taxonId: number, symbol: Text, name: Text, aliases: Text];

const ACTIVE_TERM = `
SELECT term.id FROM ontology JOIN term ON ontology_id = ontology.id
WHERE name_folded = ? AND term_id_folded = ? AND ontology.active = 1 AND term.active = 1
`;

/** Returns the reference data of one transaction; they must not change while this is used. */
export function userReference(tx: ReadTransaction, store: Store): UserReference {
  const taxonRows = store.query<TaxonRow>('SELECT id, common_name, scientific_name, ordering, active FROM taxon');
  const organRows = store.query<OrganRow>('SELECT uberon_id, name, description, active, ordering FROM organ');
  const geneById = store.query<GeneRow>('SELECT taxon_id, symbol, name, aliases FROM gene WHERE id = ?');
  const activeTerm = store.query<[number]>(ACTIVE_TERM);
  const taxa = new Map(
    taxonRows.all(tx).map(([id, commonName, scientificName, ordering, active]) => {
      return [id, taxonRecord({ id, commonName, scientificName, ordering, active: active === 1 })];
    }),
  );
  const organs = new Map(
    organRows.all(tx).map(([uberonId, name, description, active, ordering]) => {
      return [foldForEquality(uberonId), organRecord({ uberonId, name, description, active: active === 1, ordering })];
    }),
  );
  const genes = new Map<number, GeneFacts>();

  function findGene(geneId: number): GeneFacts | undefined {
    const row = geneById.first(tx, geneId);
    const taxon = row && taxa.get(row[0]);
    if (row === undefined || taxon === undefined) return undefined;
    const [taxonId, symbol, name, aliases] = row;
    return geneFacts({ geneId, taxonId, symbol, name, aliases, modificationDate: null }, taxon);
  }

  return {
    goTerm: geneOntology(tx, store),
    taxon: (taxonId) => taxa.get(taxonId),
    organ: (uberonId) => organs.get(foldForEquality(uberonId)),
    gene(geneId) {
      const known = genes.get(geneId) ?? findGene(geneId);
      if (known !== undefined) genes.set(geneId, known);
      return known;
    },
    activeTerm: (ontologyName, termId) =>
      activeTerm.first(tx, foldForEquality(ontologyName), foldForEquality(termId))?.[0],
  };
}
