/** Reads the columns of a table of people with several values, in one cell or in several rows of a person. */

import type { ResearcherCategory } from '../record/model.ts';
import type { SnapshotUser } from '../record/snapshot.ts';
import { COLUMNS } from './columns.ts';
import { type CellPlace, type FaultList, firstOf, placeText, quoted } from './faults.ts';
import {
  findGene,
  type GeneText,
  listedGeneAllowed,
  type PeopleReference,
  readGeneText,
  type TermChoice,
} from './reference.ts';
import type { Cell, TableRow } from './table.ts';
import { type FileGene, piecesOf, readCategory, readLevel, readTier } from './values.ts';

export type ListedTerm = SnapshotUser['ontologyTerms'][number];

export type ListReader = {
  categories(row: TableRow): readonly ResearcherCategory[];
  /** The Uberon ids. */
  organs(row: TableRow): readonly string[];
  terms(row: TableRow): readonly ListedTerm[];
  genes(row: TableRow): readonly PlacedGene[];
};

type PlacedGene = { gene: FileGene; place: CellPlace };
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
    const privacyLevel = readLevel(text.level);
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
    const stated = text.level === '' ? {} : { privacyLevel };
    return [{ gene: { geneId, tier: text.tier, ...stated }, place: places.symbol }];
  }

  /** Reads genes of one cell; a level beside it is that of each of them. */
  function listedGenes({ text, place }: Cell, row: TableRow): PlacedGene[] {
    const pieces = piecesOf(text.replaceAll(',', ';'));
    refuseBesideNone(pieces, row);
    const beside = row.cells.get('geneLevel');
    return pieces.flatMap((piece) => {
      const read = readGeneText(piece);
      if (read === undefined) {
        faults.add(place, `${quoted(piece)} is no symbol with an organism and a tier`, listedGeneAllowed(piece));
        return [];
      }
      if (beside === undefined || beside.text === '') return gene(read, { symbol: place, taxon: place, level: place });
      if (read.level !== '' && readLevel(read.level) !== readLevel(beside.text)) {
        const found = `${quoted(beside.text)}, where ${placeText(place)} has ${quoted(piece)}`;
        faults.add(beside.place, found, 'the same level in both, or in one of them');
      }
      return gene({ ...read, level: beside.text }, { symbol: place, taxon: place, level: beside.place });
    });
  }

  function refuseBesideNone(genes: readonly string[], row: TableRow): void {
    if (genes.length > 0) return;
    const cells = (['taxon', 'tier', 'geneLevel'] as const).map((key) => row.cells.get(key));
    const beside = cells.find((cell) => cell !== undefined && cell.text !== '');
    if (beside === undefined) return;
    faults.add(beside.place, `${quoted(beside.text)} stands beside no gene`, 'a gene in the same row');
  }

  function geneOfRow({ text, place }: Cell, row: TableRow): PlacedGene[] {
    const symbols = piecesOf(text);
    refuseBesideNone(symbols, row);
    if (symbols.length === 0) return [];
    const [taxon, tier, level] = (['taxon', 'tier', 'geneLevel'] as const).map((key) => row.cells.get(key));
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
      const { place } = cell;
      return lacks('terms', cell)
        ? []
        : listOf(cell, (piece) =>
            findTerm(piece, reference, (found) => {
              note(`${placeText(place)}: ${found}.`);
            }),
          );
    },
    genes(row) {
      const cell = cellOf(row, 'gene');
      if (lacks('genes', cell)) return [];
      return row.cells.has('tier') || row.cells.has('taxon') ? geneOfRow(cell, row) : listedGenes(cell, row);
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

/** Finds a term in use. A term out of use is replaced if one replacement is known, and `note` gets it. Otherwise the term is refused. */
function findTerm(piece: string, reference: PeopleReference, note: (found: string) => void): OnlyOne<ListedTerm> {
  const terms = reference.termsNamed(piece);
  const [term, second] = terms;
  if (term === undefined) {
    const allowed = `an id or a name of a term of ${firstOf(reference.ontologies)}`;
    return { found: `there is no term ${quoted(piece)} here`, allowed };
  }
  if (second !== undefined)
    return { found: `${quoted(piece)} may mean ${terms.length} terms`, allowed: termsText(terms) };
  const { outOfUse, replacements = [], ...value } = term;
  if (outOfUse === undefined) return { value };
  const found = `${quoted(piece)} means the term ${termText(term)}, which is ${outOfUse}`;
  const [replacement, other] = replacements;
  if (replacement === undefined || other !== undefined) {
    return { found, allowed: termsText(replacements) || 'a term in use, by which people are found' };
  }
  note(`${found}; ${termText(replacement)} was taken, which replaces it`);
  return { value: replacement };
}

function termsText(terms: readonly TermChoice[]): string {
  return terms.map(({ ontology, termId }) => `${ontology}: ${termId}`).join(', ');
}

function termText({ ontology, termId, name }: TermChoice): string {
  return `${ontology}: ${termId}${name === null ? '' : ` (${name})`}`;
}
