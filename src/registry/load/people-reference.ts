/** The organisms, genes, organs and terms of this registry, as a table of people may name them. */

import { foldForEquality } from '../../domain/folding.ts';
import type { GeneChoice, OrganChoice, PeopleReference, TermChoice } from '../../domain/tables/reference.ts';
import { referenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

type Text = string | null;
type OrganRow = [uberonId: string, name: Text, active: number];
type TermRow = [ontology: string, termId: string, name: Text, altTermIds: string, synonyms: string, active: number];
/** A term by each of its names, the best first: what is found by one is not looked for by the next. */
type TermIndex = readonly ReadonlyMap<string, readonly IndexedTerm[]>[];
type IndexedTerm = TermChoice & { isActive: boolean };

const COUNTS = 'SELECT (SELECT count(*) FROM gene), (SELECT count(*) FROM organ), (SELECT count(*) FROM term)';
const TAXA = 'SELECT id, common_name, scientific_name FROM taxon ORDER BY ordering IS NULL, ordering, id';
const ORGANS = 'SELECT uberon_id, name, active FROM organ ORDER BY ordering IS NULL, ordering, rowid';
const ONTOLOGIES = 'SELECT name FROM ontology ORDER BY ordering IS NULL, ordering, id';
const GENE = 'SELECT taxon_id, symbol, name FROM gene WHERE id = ?';
const TERMS = `
SELECT ontology.name, term_id, term.name, alt_term_ids, synonyms, ontology.active AND term.active
FROM term JOIN ontology ON ontology.id = ontology_id ORDER BY term.id
`;

/** As the data are within this transaction. */
export function peopleReference(tx: ReadTransaction, store: Store): PeopleReference {
  const data = referenceData(store);
  const gene = store.query<[number, Text, Text]>(GENE);
  const [genes, organCount, terms] = store.query<[number, number, number]>(COUNTS).first(tx) ?? [0, 0, 0];
  const organs = store.query<OrganRow>(ORGANS).all(tx);
  let termIndex: TermIndex | undefined;

  function geneById(geneId: number): GeneChoice | undefined {
    const [taxonId, symbol, name] = gene.first(tx, geneId) ?? [];
    return taxonId === undefined
      ? undefined
      : { geneId, taxonId, symbol: symbol ?? String(geneId), name: name ?? null };
  }

  function knownGenes(geneIds: readonly number[]): GeneChoice[] {
    return geneIds.map(geneById).filter((one) => one !== undefined);
  }

  function organsNamed(text: string): OrganChoice[] {
    const folded = foldForEquality(text);
    const byId = organs.filter(([uberonId]) => foldForEquality(uberonId) === folded);
    const found =
      byId.length > 0 ? byId : organs.filter(([, name]) => name !== null && foldForEquality(name) === folded);
    return activeFirst(found, ([, , active]) => active === 1).map(toOrgan);
  }

  function findTerms(text: string, isMeant: (term: IndexedTerm) => boolean): readonly TermChoice[] {
    termIndex ??= indexTerms(store.query<TermRow>(TERMS).each(tx));
    const folded = foldForEquality(text);
    for (const byName of termIndex) {
      const found = byName.get(folded)?.filter(isMeant) ?? [];
      if (found.length > 0) return activeFirst(found, ({ isActive }) => isActive).map(toTerm);
    }
    return [];
  }

  return {
    taxa: store
      .query<[number, Text, Text]>(TAXA)
      .all(tx)
      .map(([id, commonName, scientificName]) => ({ id, commonName, scientificName })),
    organs: organs.map(toOrgan),
    ontologies: store.query<[string]>(ONTOLOGIES).all(tx).flat(),
    counts: { genes, organs: organCount, terms },
    geneById,
    genesBySymbol: (taxonId, symbol) => knownGenes(data.geneIdsBySymbol(tx, taxonId, symbol)),
    genesByAlias: (taxonId, alias) => knownGenes(data.geneIdsByAlias(tx, taxonId, alias)),
    organsNamed,
    termsNamed(text) {
      const found = findTerms(text, () => true);
      const [ontology, term] = divided(text);
      if (found.length > 0 || term === undefined) return found;
      return findTerms(term, (one) => foldForEquality(one.ontology) === foldForEquality(ontology));
    },
  };
}

/** What is active, or else everything: what nobody is offered makes no other thing ambiguous. */
function activeFirst<T>(found: readonly T[], isActive: (one: T) => boolean): readonly T[] {
  const active = found.filter(isActive);
  return active.length > 0 ? active : found;
}

function toOrgan([uberonId, name]: OrganRow): OrganChoice {
  return { uberonId, name };
}

function toTerm({ ontology, termId, name }: IndexedTerm): TermChoice {
  return { ontology, termId, name };
}

/** `mondo: MONDO:0000001` says in which ontology to look. */
function divided(text: string): [ontology: string, term: string | undefined] {
  const [, ontology = '', term] = /^([^:]+):\s*(.+)$/s.exec(text) ?? [];
  return [ontology.trimEnd(), term];
}

function indexTerms(rows: Iterable<TermRow>): TermIndex {
  const byId = new Map<string, IndexedTerm[]>();
  const byName = new Map<string, IndexedTerm[]>();
  const byOtherName = new Map<string, IndexedTerm[]>();
  for (const [ontology, termId, name, altTermIds, synonyms, active] of rows) {
    const term = { ontology, termId, name, isActive: active === 1 };
    add(byId, termId, term);
    if (name !== null) add(byName, name, term);
    for (const other of [...JSON.parse(altTermIds), ...JSON.parse(synonyms)] as string[]) add(byOtherName, other, term);
  }
  return [byId, byName, byOtherName];
}

function add(index: Map<string, IndexedTerm[]>, text: string, term: IndexedTerm): void {
  const key = foldForEquality(text);
  const same = index.get(key) ?? [];
  if (!same.includes(term)) index.set(key, [...same, term]);
}
