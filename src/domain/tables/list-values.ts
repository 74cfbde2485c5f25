/** Reads the columns of a table of people with several values, in one cell or in several rows of a person. */

import type { ResearcherCategory } from '../record/model.ts';
import type { SnapshotUser, SnapshotUserGene } from '../record/snapshot.ts';
import { COLUMNS } from './columns.ts';
import { type CellPlace, type FaultList, firstOf, placeText, quoted } from './faults.ts';
import { findGene, type GeneText, readGeneText } from './find-gene.ts';
import type { PeopleReference } from './reference.ts';
import type { Cell, TableRow } from './table.ts';
import { piecesOf, readCategory, readLevel, readTier } from './values.ts';

export type ListedTerm = SnapshotUser['ontologyTerms'][number];

export type ListReader = {
  categories(row: TableRow): readonly ResearcherCategory[];
  /** The Uberon ids. */
  organs(row: TableRow): readonly string[];
  terms(row: TableRow): readonly ListedTerm[];
  genes(row: TableRow): readonly PlacedGene[];
};

type PlacedGene = { gene: SnapshotUserGene; place: CellPlace };
/** The places of the parts of a gene, which may all be in one cell. */
type GenePlaces = Record<'symbol' | 'taxon' | 'level', CellPlace>;

type Kind = keyof PeopleReference['counts'];
type OnlyOne<T> = { value: T } | { found: string; allowed: string };

const LOADED_BY: Readonly<Record<Kind, string>> = {
  genes: 'load genes FILE',
  organs: 'load organs FILE',
  terms: 'load ontology FILE',
};

/**
 * Returns a reader that looks up the lists of a row. Faults go to `faults`; `note` is called with a sentence for each gene
 * that was found by another name than its symbol.
 */
export function listReader(
  reference: PeopleReference,
  faults: FaultList,
  note: (sentence: string) => void,
): ListReader {
  const lacking = new Set<Kind>();

  /** Reports once that the registry has no data of a kind to look up in. */
  function lacks(kind: Kind, { text, place }: Cell): boolean {
    if (text === '' || reference.counts[kind] > 0) return false;
    if (!lacking.has(kind)) {
      const allowed = `none, until they are loaded (isearch-proxy ${LOADED_BY[kind]}) or a snapshot is imported`;
      faults.add(place, `the registry holds no ${kind} yet in which to look it up`, allowed);
    }
    lacking.add(kind);
    return true;
  }

  function listOf<T>({ text, place }: Cell, find: (piece: string) => OnlyOne<T>): T[] {
    return piecesOf(text).flatMap((piece) => {
      const whole = find(piece);
      // A name may contain commas, so a piece is divided only if it means nothing as a whole.
      const found = 'value' in whole || !piece.includes(',') ? [whole] : piecesOf(piece.replaceAll(',', ';')).map(find);
      return found.flatMap((one) => {
        if ('value' in one) return [one.value];
        faults.add(place, one.found, one.allowed);
        return [];
      });
    });
  }

  function gene(text: GeneText, places: GenePlaces): PlacedGene[] {
    const privacyLevel = text.level === '' ? null : readLevel(text.level);
    if (privacyLevel === undefined) {
      faults.add(places.level, `${quoted(text.level)} is no level`, COLUMNS.geneLevel.allowed);
    }
    const found = findGene(text.symbol, text.taxon, reference);
    if ('found' in found) faults.add(found.isTaxon ? places.taxon : places.symbol, found.found, found.allowed);
    if ('found' in found || privacyLevel === undefined) return [];
    const { geneId, symbol } = found.gene;
    if (found.alias !== undefined) {
      const taken = `${quoted(found.alias)} was taken for ${symbol} (NCBIGene:${geneId}), of which it is an alias`;
      note(`${placeText(places.symbol)}: ${taken}.`);
    }
    return [{ gene: { geneId, tier: text.tier, privacyLevel }, place: places.symbol }];
  }

  function listedGenes({ text, place }: Cell): PlacedGene[] {
    return piecesOf(text.replaceAll(',', ';')).flatMap((piece) => {
      const read = readGeneText(piece);
      if (read !== undefined) return gene(read, { symbol: place, taxon: place, level: place });
      faults.add(place, `${quoted(piece)} is no symbol with an organism and a tier`, COLUMNS.gene.allowed);
      return [];
    });
  }

  function geneOfRow({ text, place }: Cell, row: TableRow): PlacedGene[] {
    const symbols = piecesOf(text);
    const [taxon, tier, level] = (['taxon', 'tier', 'geneLevel'] as const).map((key) => row.cells.get(key));
    const beside = [taxon, tier, level].find((cell) => cell !== undefined && cell.text !== '');
    if (symbols.length === 0) {
      if (beside !== undefined)
        faults.add(beside.place, `${quoted(beside.text)} stands beside no gene`, 'a gene in the same row');
      return [];
    }
    const known = readTier(tier?.text ?? '');
    if (known === undefined) {
      const found = tier?.text ? `${quoted(tier.text)} is no tier` : `the gene ${quoted(text)} has no tier`;
      faults.add(tier?.place ?? place, found, COLUMNS.tier.allowed);
    }
    // After a fault in the tier, the rest is still checked, with any tier.
    const rest = { taxon: taxon?.text ?? '', level: level?.text ?? '', tier: known ?? 'TIER3' } as const;
    const places = { symbol: place, taxon: taxon?.place ?? place, level: level?.place ?? place };
    return symbols.flatMap((symbol) => gene({ symbol, ...rest }, places));
  }

  return {
    categories: (row) => listOf(cellOf(row, 'categories'), findCategory),
    organs(row) {
      const cell = cellOf(row, 'organs');
      return lacks('organs', cell) ? [] : listOf(cell, (piece) => findOrgan(piece, reference));
    },
    terms(row) {
      const cell = cellOf(row, 'terms');
      return lacks('terms', cell) ? [] : listOf(cell, (piece) => findTerm(piece, reference));
    },
    genes(row) {
      const cell = cellOf(row, 'gene');
      if (lacks('genes', cell)) return [];
      return row.cells.has('tier') || row.cells.has('taxon') ? geneOfRow(cell, row) : listedGenes(cell);
    },
  };
}

function cellOf(row: TableRow, key: 'categories' | 'organs' | 'terms' | 'gene'): Cell {
  return row.cells.get(key) ?? { text: '', place: row.place };
}

function findCategory(piece: string): OnlyOne<ResearcherCategory> {
  const value = readCategory(piece);
  return value === undefined
    ? { found: `${quoted(piece)} is no category`, allowed: COLUMNS.categories.allowed }
    : { value };
}

function findOrgan(piece: string, reference: PeopleReference): OnlyOne<string> {
  const organs = reference.organsNamed(piece);
  const [organ, second] = organs;
  if (organ === undefined) {
    const allowed = firstOf(reference.organs.map(({ uberonId, name }) => name ?? uberonId));
    return { found: `there is no organ ${quoted(piece)} here`, allowed };
  }
  if (second === undefined) return { value: organ.uberonId };
  const allowed = organs.map(({ uberonId }) => uberonId).join(', ');
  return { found: `${quoted(piece)} may mean ${organs.length} organs`, allowed };
}

function findTerm(piece: string, reference: PeopleReference): OnlyOne<ListedTerm> {
  const terms = reference.termsNamed(piece);
  const [term, second] = terms;
  if (term === undefined) {
    const allowed = `an id or a name of a term of ${firstOf(reference.ontologies)}`;
    return { found: `there is no term ${quoted(piece)} here`, allowed };
  }
  if (second === undefined) return { value: term };
  const allowed = terms.map(({ ontology, termId }) => `${ontology}: ${termId}`).join(', ');
  return { found: `${quoted(piece)} may mean ${terms.length} terms`, allowed };
}
