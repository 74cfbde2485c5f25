/** Taxa, genes and orthologs: what searches look up by name or number. */

import { foldForEquality } from '../../domain/folding.ts';
import { type GeneFacts, geneFacts, type TaxonRecord, taxonRecord } from '../../domain/record/records.ts';
import { perGeneration } from '../store/per-generation.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';

export type Taxon = TaxonRecord & { ordering: number | null };
export type ReferenceData = {
  /** Active or not (contract 2.7). */
  taxon(taxonId: number): Taxon | undefined;
  activeTaxa(): readonly Taxon[];
  /** @throws Error when there is no such gene, which import rules out */
  geneFacts(geneId: number): GeneFacts;
  /**
   * The genes a symbol names in a taxon. Letter case and trailing blanks do not count, unless several genes differ
   * in nothing else: then the one written as asked is meant, and when none or several are, all of them (quirk 9).
   */
  geneIdsBySymbol(taxonId: number, symbol: string): number[];
  /** The genes that a name is an alias or a former symbol of. */
  geneIdsByAlias(taxonId: number, alias: string): number[];
  /** The orthologs of a gene, of one taxon when given; in the direction that was loaded (contract 3.6). */
  orthologIds(geneId: number, taxonId: number | undefined): number[];
};

export function referenceData(store: SqliteStore): ReferenceData {
  const allTaxa = store.query<[number, string | null, string | null, number | null, number]>(
    'SELECT id, common_name, scientific_name, ordering, active FROM taxon',
  );
  const taxa = perGeneration(store, () => {
    const records = allTaxa.all().map(([id, commonName, scientificName, ordering, active]) => ({
      ...taxonRecord({ id, commonName, scientificName, ordering, active: active === 1 }),
      ordering,
    }));
    return new Map(records.map((taxon) => [taxon.id, taxon]));
  });

  const activeIds = store.query<[number]>(
    'SELECT id FROM taxon WHERE active = 1 ORDER BY ordering IS NULL, ordering, id',
  );
  const activeTaxa = perGeneration(store, () =>
    activeIds.all().flatMap(([id]) => {
      const taxon = taxa().get(id);
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
    taxon: (taxonId) => taxa().get(taxonId),
    activeTaxa,
    geneFacts(geneId) {
      const row = geneById.first(geneId);
      const taxon = row && taxa().get(row[0]);
      if (!row || !taxon) throw new Error(`The database holds no gene ${geneId}, or not its taxon.`);
      const [taxonId, symbol, name, aliases] = row;
      const { ordering: _, ...record } = taxon;
      return geneFacts({ geneId, taxonId, symbol, name, aliases, modificationDate: null }, record);
    },
    geneIdsBySymbol(taxonId, symbol) {
      const candidates = bySymbol.all(taxonId, foldForEquality(symbol));
      const exact = candidates.filter(([, written]) => written === symbol.trimEnd());
      return (exact.length > 0 ? exact : candidates).map(([id]) => id);
    },
    geneIdsByAlias: (taxonId, alias) => byAlias.all(taxonId, foldForEquality(alias)).map(([id]) => id),
    orthologIds(geneId, taxonId) {
      const rows = taxonId === undefined ? orthologs.all(geneId) : orthologsInTaxon.all(geneId, taxonId);
      return rows.map(([id]) => id);
    },
  };
}
