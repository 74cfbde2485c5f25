/** Taxa, genes, orthologs and organs, as searches look them up by name or id. */

import { foldForEquality } from '../../domain/folding.ts';
import { type GeneFacts, geneFacts, type TaxonRecord, taxonRecord } from '../../domain/record/records.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { byGeneration } from '../store/versions.ts';

export type Taxon = TaxonRecord & { ordering: number | null };
export type ReferenceData = {
  /** Returns a taxon, active or not (rdp-protocol 2.7). */
  taxon(tx: ReadTransaction, taxonId: number): Taxon | undefined;
  activeTaxa(tx: ReadTransaction): readonly Taxon[];
  /** @throws Error if the gene does not exist, which import rules out */
  geneFacts(tx: ReadTransaction, geneId: number): GeneFacts;
  /**
   * Returns the genes with a symbol in a taxon. Letter case and trailing blanks are ignored. If several genes differ
   * only in these, it returns the one with exactly the given symbol. If none or several have it, it returns all of them
   * (quirk 9).
   */
  geneIdsBySymbol(tx: ReadTransaction, taxonId: number, symbol: string): number[];
  /** Returns the genes with this alias or former symbol. */
  geneIdsByAlias(tx: ReadTransaction, taxonId: number, alias: string): number[];
  /** Returns the orthologs of a gene, in one taxon if given; in the direction that was loaded (rdp-protocol 3.6). */
  orthologIds(tx: ReadTransaction, geneId: number, taxonId: number | undefined): number[];
};

export function referenceData(store: Store): ReferenceData {
  const allTaxa = store.query<[number, string | null, string | null, number | null, number]>(
    'SELECT id, common_name, scientific_name, ordering, active FROM taxon',
  );
  const taxa = byGeneration((tx) => {
    const records = allTaxa.all(tx).map(([id, commonName, scientificName, ordering, active]) => ({
      ...taxonRecord({ id, commonName, scientificName, ordering, active: active === 1 }),
      ordering,
    }));
    return new Map(records.map((taxon) => [taxon.id, taxon]));
  });

  const activeIds = store.query<[number]>(
    'SELECT id FROM taxon WHERE active = 1 ORDER BY ordering IS NULL, ordering, id',
  );
  const activeTaxa = byGeneration((tx) =>
    activeIds.all(tx).flatMap(([id]) => {
      const taxon = taxa(tx).get(id);
      return taxon === undefined ? [] : [taxon];
    }),
  );

  const geneById = store.query<[number, string | null, string | null, string | null]>(
    'SELECT taxon_id, symbol, name, aliases FROM gene WHERE id = ?',
  );
  const bySymbol = store.query<[number, string]>(
    'SELECT id, symbol FROM gene WHERE taxon_id = ? AND symbol_folded = ? ORDER BY id',
  );
  const byAlias = store.query<[number]>(
    'SELECT gene_id FROM gene_alias WHERE taxon_id = ? AND alias_folded = ? ORDER BY gene_id',
  );
  const orthologs = store.query<[number]>('SELECT target_gene_id FROM ortholog WHERE source_gene_id = ?');
  const orthologsInTaxon = store.query<[number]>(
    'SELECT target_gene_id FROM ortholog WHERE source_gene_id = ? AND target_taxon_id = ?',
  );

  return {
    taxon: (tx, taxonId) => taxa(tx).get(taxonId),
    activeTaxa,
    geneFacts(tx, geneId) {
      const row = geneById.first(tx, geneId);
      const taxon = row && taxa(tx).get(row[0]);
      if (!row || !taxon) throw new Error(`The database holds no gene ${geneId}, or not its taxon.`);
      const [taxonId, symbol, name, aliases] = row;
      const { ordering: _, ...record } = taxon;
      return geneFacts({ geneId, taxonId, symbol, name, aliases, modificationDate: null }, record);
    },
    geneIdsBySymbol(tx, taxonId, symbol) {
      const candidates = bySymbol.all(tx, taxonId, foldForEquality(symbol));
      const exact = candidates.filter(([, written]) => written === symbol.trimEnd());
      return (exact.length > 0 ? exact : candidates).map(([id]) => id);
    },
    geneIdsByAlias: (tx, taxonId, alias) => byAlias.all(tx, taxonId, foldForEquality(alias)).map(([id]) => id),
    orthologIds(tx, geneId, taxonId) {
      const rows = taxonId === undefined ? orthologs.all(tx, geneId) : orthologsInTaxon.all(tx, geneId, taxonId);
      return rows.map(([id]) => id);
    },
  };
}

/** Returns those of the Uberon ids that this registry does not have, active or not. */
export function unknownOrgans(store: Store): (tx: ReadTransaction, uberonIds: readonly string[]) => readonly string[] {
  const organ = store.query<[number]>('SELECT 1 FROM organ WHERE uberon_id_folded = ?');
  return (tx, uberonIds) => uberonIds.filter((id) => organ.first(tx, foldForEquality(id)) === undefined);
}
