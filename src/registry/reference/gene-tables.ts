/** Reads and writes genes in the tables, with all indexes by which they are found. */

import { foldForEquality } from '../../domain/folding.ts';
import { aliasesOf, identifiersOf } from '../../domain/query/gene-names.ts';
import { indexedText } from '../../domain/query/suggestions.ts';
import type { NomenclatureStatus, SnapshotGene } from '../../domain/record/snapshot.ts';
import type { WriteTransaction } from '../store/store.ts';

type Identity = SnapshotGene['identity'];

type GeneWriter = {
  /** Writes a gene that is not in the tables. */
  insert(gene: SnapshotGene): void;
  /** Removes a gene. It must be equal to the gene in the tables. */
  remove(gene: SnapshotGene): void;
  /** Replaces the identity of a gene. It must be equal to the gene in the tables. */
  identify(gene: SnapshotGene, identity: Identity): void;
};

export function geneWriter(tx: WriteTransaction): GeneWriter {
  const insertGene = tx.inserter('INSERT INTO gene VALUES (?, ?, ?, ?, ?, ?, ?)');
  const insertIdentity = tx.inserter('INSERT INTO gene_identity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const deleteGene = tx.inserter('DELETE FROM gene WHERE id = ?');
  const deleteIdentity = tx.inserter('DELETE FROM gene_identity WHERE gene_id = ?');
  const [insertAlias, deleteAlias] = indexWriters(tx, 'gene_alias', 'alias_folded');
  const [insertIdentifier, deleteIdentifier] = indexWriters(tx, 'gene_identifier', 'identifier_folded');
  const [insertDesignation, deleteDesignation] = indexWriters(tx, 'gene_designation', 'designation_folded');

  function addIdentity({ geneId, taxonId, identity }: SnapshotGene): void {
    if (identity === null) return;
    const { hgncId, ensemblIds, omimIds, nomenclatureStatus, kind, otherDesignations } = identity;
    const { chromosome, mapLocation, authoritySymbol, organismIds } = identity;
    const lists = [ensemblIds, omimIds, otherDesignations].map((list) => JSON.stringify(list));
    const others = [authoritySymbol, organismIds === undefined ? null : JSON.stringify(organismIds)];
    insertIdentity(geneId, hgncId, nomenclatureStatus, kind, ...lists, chromosome, mapLocation, ...others);
    for (const text of identifierTexts(identity)) insertIdentifier(taxonId, text, geneId);
    for (const text of designationTexts(identity)) insertDesignation(taxonId, text, geneId);
  }

  function dropIdentity({ geneId, taxonId, identity }: SnapshotGene): void {
    deleteIdentity(geneId);
    for (const text of identifierTexts(identity)) deleteIdentifier(taxonId, text, geneId);
    for (const text of designationTexts(identity)) deleteDesignation(taxonId, text, geneId);
  }

  return {
    insert(gene) {
      const { geneId, taxonId, symbol, name, aliases, modificationDate } = gene;
      insertGene(geneId, taxonId, symbol, symbol && foldForEquality(symbol), name, aliases, modificationDate);
      for (const text of aliasTexts(gene)) insertAlias(taxonId, text, geneId);
      addIdentity(gene);
    },
    remove(gene) {
      const { geneId, taxonId } = gene;
      deleteGene(geneId);
      for (const text of aliasTexts(gene)) deleteAlias(taxonId, text, geneId);
      dropIdentity(gene);
    },
    identify(gene, identity) {
      dropIdentity(gene);
      addIdentity({ ...gene, identity });
    },
  };
}

function indexWriters(tx: WriteTransaction, table: string, column: string) {
  return [
    tx.inserter(`INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?)`),
    tx.inserter(`DELETE FROM ${table} WHERE taxon_id = ? AND ${column} = ? AND gene_id = ?`),
  ] as const;
}

function aliasTexts({ aliases }: SnapshotGene): string[] {
  return aliasesOf(aliases).map(foldForEquality);
}

function identifierTexts(identity: Identity): string[] {
  return identity === null ? [] : identifiersOf(identity).map(foldForEquality);
}

function designationTexts(identity: Identity): string[] {
  return (identity?.otherDesignations ?? []).map((text) => indexedText(foldForEquality(text)));
}

/** Selects everything that is stored of genes; {@link toSnapshotGene} reads its rows. */
export const GENE_ROWS = `
SELECT id, taxon_id, symbol, name, aliases, modification_date,
       gene_id, hgnc_id, nomenclature_status, kind, ensembl_ids, omim_ids, other_designations, chromosome, map_location,
       authority_symbol, organism_ids
FROM gene LEFT JOIN gene_identity ON gene_id = id
`;

type Text = string | null;
/** The columns from `identityOf` on come from `gene_identity`, and all are null for a gene without an identity. */
export type GeneTableRow = [
  ...[id: number, taxonId: number, symbol: Text, name: Text, aliases: Text, modificationDate: Text],
  ...[identityOf: number | null, hgncId: Text, nomenclatureStatus: Text, kind: Text],
  ...[ensemblIds: string, omimIds: string, otherDesignations: string, chromosome: Text, mapLocation: Text],
  ...[authoritySymbol: Text, organismIds: Text],
];

/** Returns the gene of a row of {@link GENE_ROWS}. */
export function toSnapshotGene(row: GeneTableRow): SnapshotGene {
  const [geneId, taxonId, symbol, name, aliases, modificationDate, identityOf, hgncId, status, kind, ...rest] = row;
  const [ensemblIds, omimIds, otherDesignations, chromosome, mapLocation, authoritySymbol, organismIds] = rest;
  const facts = { geneId, taxonId, symbol, name, aliases, modificationDate };
  if (identityOf === null) return { ...facts, identity: null };
  return {
    ...facts,
    identity: {
      authoritySymbol,
      hgncId,
      ensemblIds: JSON.parse(ensemblIds),
      omimIds: JSON.parse(omimIds),
      nomenclatureStatus: status as NomenclatureStatus | null,
      kind,
      otherDesignations: JSON.parse(otherDesignations),
      chromosome,
      mapLocation,
      ...(organismIds === null ? {} : { organismIds: JSON.parse(organismIds) }),
    },
  };
}
