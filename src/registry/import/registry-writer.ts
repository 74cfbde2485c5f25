/** Writes a whole registry, record by record, in place of the present one. */

import { randomBytes } from 'node:crypto';
import { foldForEquality } from '../../domain/folding.ts';
import type {
  Snapshot,
  SnapshotDiseases,
  SnapshotGene,
  SnapshotOntology,
  SnapshotOrgan,
  SnapshotTaxon,
  SnapshotUser,
} from '../../domain/record/snapshot.ts';
import { type TextNumber, userReference, userWriter } from '../people/user-writer.ts';
import { DISEASES_SOURCE, SOURCE_OF_DISEASES } from '../reference/diseases.ts';
import { geneWriter } from '../reference/gene-tables.ts';
import { termWriter } from '../reference/terms.ts';
import { writeTermTexts } from '../search/suggest-terms.ts';
import { writeGeneOwners } from '../store/gene-owners.ts';
import { givenIds } from '../store/given-ids.ts';
import { REMOTE_SEARCH_USER_ID, writeDataTag, writeMeta } from '../store/meta.ts';
import { SNAPSHOT_TABLES } from '../store/sqlite-schema.ts';
import { countStats } from '../store/stats.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { FILL_PEOPLE_TEXTS, writeNameWords } from '../store/text-indexes.ts';

/** The members of a snapshot about the registry itself. */
type AboutRegistry = Pick<Snapshot, 'comment' | 'remoteSearchUserId' | 'highestUserId'>;

/**
 * Takes records in the order of its methods: a record may name only earlier records. It checks nothing, so the records
 * must be valid.
 */
export type RegistryWriter = {
  taxon(taxon: SnapshotTaxon): void;
  gene(gene: SnapshotGene): void;
  /** @param pair the ids of the source gene and the target gene */
  ortholog(pair: readonly [number, number]): void;
  organ(organ: SnapshotOrgan): void;
  ontology(ontology: SnapshotOntology, onTerm?: (written: number) => void): void;
  /** @param pair the id of the gene and that of the GO term */
  annotation(pair: readonly [number, string]): void;
  diseases(diseases: SnapshotDiseases): void;
  /** Called after the last ontology and before the first user. */
  beginUsers(): (user: SnapshotUser) => void;
  /** Writes the values that are computed from all records, and a new generation of the data. */
  end(about: AboutRegistry): void;
};

/**
 * Empties the registry, except for the highest user id. Access tokens of accounts that stay (same id and e-mail) remain. Those
 * of written users are added as hashes; if a token exists already, the user written last gets it.
 */
export function registryWriter(tx: WriteTransaction, store: Store, now: Date): RegistryWriter {
  const given = givenIds(store);
  given.raiseTo(tx, 0);
  const accountsBefore = new Map(store.query<[number, string]>('SELECT id, email FROM user').all(tx));
  for (const table of SNAPSHOT_TABLES) tx.run(`DELETE FROM ${table}`);
  const taxon = tx.inserter('INSERT INTO taxon VALUES (?, ?, ?, ?, ?)');
  const genes = geneWriter(tx);
  const annotation = tx.inserter('INSERT OR IGNORE INTO gene_annotation VALUES (?, ?)');
  writeMeta(tx, DISEASES_SOURCE, null);
  const ortholog = tx.inserter('INSERT OR IGNORE INTO ortholog SELECT ?, taxon_id, id FROM gene WHERE id = ?');
  const organ = tx.inserter('INSERT INTO organ VALUES (?, ?, ?, ?, ?, ?)');
  const writeOntology = ontologyWriter(tx);

  return {
    taxon: (row) => taxon(row.id, row.commonName, row.scientificName, row.ordering, Number(row.active)),
    gene: genes.insert,
    ortholog: ([source, target]) => ortholog(source, target),
    organ(row) {
      const folded = foldForEquality(row.uberonId);
      organ(row.uberonId, folded, row.name, row.description, Number(row.active), row.ordering);
    },
    ontology: writeOntology,
    annotation: ([geneId, goId]) => annotation(geneId, goId),
    diseases({ source, release, diseases, geneDiseases, phenotypeGenes }) {
      const disease = tx.inserter('INSERT INTO disease VALUES (?, ?, ?)');
      const otherName = tx.inserter('INSERT INTO disease_name VALUES (?, ?, ?, ?, ?)');
      for (const { diseaseId, name, otherNames } of diseases) {
        disease(diseaseId, foldForEquality(diseaseId), name);
        for (const [at, { name, source, language }] of otherNames.entries()) {
          otherName(diseaseId, at, name, source, language);
        }
      }
      const geneDisease = tx.inserter('INSERT OR IGNORE INTO gene_disease VALUES (?, ?, ?, ?, ?)');
      for (const [geneId, diseaseId, association = null, by = SOURCE_OF_DISEASES, byRelease = null] of geneDiseases) {
        geneDisease(geneId, diseaseId, by, byRelease, association);
      }
      const phenotype = tx.inserter('INSERT INTO phenotype_genes VALUES (?, ?)');
      for (const [termId, geneIds] of phenotypeGenes) phenotype(termId, JSON.stringify(geneIds));
      writeMeta(tx, DISEASES_SOURCE, JSON.stringify({ source, release }));
    },
    beginUsers() {
      writeTermTexts(tx, store);
      const write = userWriter({ tx, reference: userReference(tx, store), textNumber: textNumbers(tx), now });
      return (user) => {
        if (accountsBefore.get(user.id) !== user.email) tx.run('DELETE FROM access_token WHERE user_id = ?', user.id);
        write(user);
      };
    },
    end({ comment, remoteSearchUserId, highestUserId }) {
      given.raiseTo(tx, highestUserId ?? 0);
      tx.run('DELETE FROM access_token WHERE user_id NOT IN (SELECT id FROM user)');
      writeGeneOwners(tx, store);
      for (const kind of ['gene', 'disease', 'term'] as const) writeNameWords(tx, kind);
      for (const statement of FILL_PEOPLE_TEXTS) tx.run(statement);
      writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
      writeMeta(tx, 'comment', comment);
      writeMeta(tx, REMOTE_SEARCH_USER_ID, remoteSearchUserId?.toString() ?? null);
      writeMeta(tx, 'users-revision', '0');
      writeMeta(tx, 'generation', randomBytes(8).toString('hex'));
      writeDataTag(tx, store);
    },
  };
}

function ontologyWriter(tx: WriteTransaction): RegistryWriter['ontology'] {
  const insert = tx.inserter('INSERT INTO ontology VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const writer = termWriter(tx);
  let ontologyCount = 0;
  let termCount = 0;

  return (ontology, onTerm = () => {}) => {
    ontologyCount += 1;
    const id = ontologyCount;
    const { name, definition, url, active, availableForGeneSearch, ordering, terms } = ontology;
    const flags = [Number(active), Number(availableForGeneSearch)];
    insert(id, name, foldForEquality(name), definition, url, ...flags, ordering);
    const numbers = new Map<string, number>();
    terms.forEach((term, index) => {
      onTerm(index);
      termCount += 1;
      numbers.set(foldForEquality(term.termId), termCount);
      writer.insert({ number: termCount, term }, id);
    });
    const numberOf = (termId: string) => numbers.get(foldForEquality(termId)) as number;
    for (const { termId, subTermIds } of terms) writer.insertBelow(numberOf(termId), subTermIds.map(numberOf));
  };
}

/** Gives texts numbers in the order in which they come, for empty tables; the index is created at the end. */
function textNumbers(tx: WriteTransaction): TextNumber {
  const numbers = new Map<string, number>();
  const insert = tx.inserter('INSERT INTO text VALUES (?, ?)');
  return (folded) => {
    const known = numbers.get(folded);
    if (known !== undefined) return known;
    const number = numbers.size + 1;
    numbers.set(folded, number);
    insert(number, folded);
    return number;
  };
}
