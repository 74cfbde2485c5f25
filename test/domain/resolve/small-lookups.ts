/** Look-ups in a few genes, diseases and terms, for tests of how texts are read and ranked. */

import { foldForEquality } from '../../../src/domain/folding.ts';
import { aliasesOf, identifiersOf } from '../../../src/domain/query/gene-names.ts';
import type { GeneIdentity } from '../../../src/domain/record/snapshot.ts';
import { alikeTexts } from '../../../src/domain/resolve/alike.ts';
import type { FoundDisease, FoundGene, FoundTerm, ResolveLookups } from '../../../src/domain/resolve/candidate.ts';
import { symbolsOf } from '../../../src/domain/resolve/gene-candidates.ts';
import { wordsOf } from '../../../src/domain/resolve/read-text.ts';

const NOTHING_KNOWN: GeneIdentity = {
  authoritySymbol: null,
  hgncId: null,
  ensemblIds: [],
  omimIds: [],
  nomenclatureStatus: null,
  kind: null,
  otherDesignations: [],
  chromosome: null,
  mapLocation: null,
};
const TAXA: Readonly<Record<number, [name: string, place: number]>> = {
  9606: ['human', 0],
  10090: ['mouse', 1],
  7955: ['zebrafish', 2],
  7227: ['fruit fly', 3],
  6239: ['roundworm', 4],
};

type GeneParts = { geneId: number; symbol: string; taxonId?: number; name?: string; aliases?: string };

export function foundGene(
  { geneId, symbol, taxonId = 9606, name, aliases }: GeneParts,
  identity: Partial<GeneIdentity> = {},
): FoundGene {
  const [taxonName, taxonPlace] = TAXA[taxonId] ?? ['another one', 9];
  return {
    geneId,
    taxonId,
    symbol,
    name: name ?? null,
    aliases: aliases ?? null,
    modificationDate: null,
    identity: { ...NOTHING_KNOWN, ...identity },
    taxonName,
    taxonPlace,
  };
}

export type SmallTables = {
  genes: readonly FoundGene[];
  diseases?: readonly (FoundDisease & { geneIds: readonly number[] })[];
  terms?: readonly FoundTerm[];
  /** The ids of terms to consider in the place of an obsolete one, by its folded id. */
  considered?: Readonly<Record<string, readonly string[]>>;
  genesOfTerms?: Readonly<Record<string, readonly number[]>>;
  orthologs?: readonly (readonly [number, number])[];
};

export function smallLookups(tables: SmallTables): ResolveLookups {
  const { genes, diseases = [], terms = [], considered = {}, genesOfTerms = {}, orthologs = [] } = tables;
  const called = (texts: readonly (string | null)[], folded: string) =>
    texts.some((text) => text !== null && foldForEquality(text) === folded);
  const genesWith = (textsOf: (gene: FoundGene) => readonly (string | null)[]) => (folded: string) =>
    genes.filter((gene) => called(textsOf(gene), folded));
  const designations = ({ identity }: FoundGene) => identity?.otherDesignations ?? [];
  const hasWords = (names: readonly (string | null)[], words: readonly string[]) => {
    const own = new Set(names.flatMap((name) => wordsOf(name ?? '')));
    return words.every((word) => own.has(word));
  };
  const namesOf = (ids: readonly number[]) =>
    genes
      .filter(({ geneId }) => ids.includes(geneId))
      .map(({ geneId, symbol, taxonId }) => ({ geneId, symbol: symbol ?? '', taxonId }));
  const symbols = alikeTexts(genes.map(({ symbol }) => foldForEquality(symbol ?? '')));
  const namesOfAll = [...genes, ...diseases, ...terms].map(({ name }) => name ?? '');
  const vocabulary = [...new Set(namesOfAll.flatMap(wordsOf))];
  const vocabularyAlike = alikeTexts(vocabulary);

  return {
    genesById: (id) => genes.filter(({ geneId }) => geneId === id),
    genesByIdentifier: genesWith(({ identity }) => (identity === null ? [] : identifiersOf(identity))),
    genesBySymbol: genesWith(symbolsOf),
    genesByAlias: genesWith(({ aliases }) => aliasesOf(aliases)),
    genesByDesignation: genesWith(designations),
    genesByName: (name) => genesWith((gene) => [gene.name])(foldForEquality(name)),
    genesBySymbolStart: (start) => genes.filter(({ symbol }) => foldForEquality(symbol ?? '').startsWith(start)),
    genesByAliasStart: (start) =>
      genes.filter(({ aliases }) => aliasesOf(aliases).some((alias) => foldForEquality(alias).startsWith(start))),
    genesByWords: (words) => genes.filter((gene) => hasWords([gene.name, ...designations(gene)], words)),
    orthologs: (geneId) => {
      const ids = orthologs.flatMap(([from, to]) => (from === geneId ? [to] : to === geneId ? [from] : []));
      return namesOf(ids);
    },
    isOfDisease: (geneId) => diseases.some(({ geneIds }) => geneIds.includes(geneId)),
    diseasesById: (folded) => diseases.filter(({ diseaseId }) => called([diseaseId], folded)),
    diseasesByName: (name) => diseases.filter((disease) => called([disease.name], foldForEquality(name))),
    diseasesByWords: (words) => diseases.filter(({ name }) => hasWords([name], words)),
    genesOfDisease: (id, limit) => {
      const ids = diseases.find(({ diseaseId }) => diseaseId === id)?.geneIds ?? [];
      return { genes: namesOf(ids).slice(0, limit), count: ids.length };
    },
    termsById: (folded) => terms.filter(({ termId }) => called([termId], folded)),
    termsConsidered: (folded) => terms.filter(({ termId }) => considered[folded]?.includes(termId)),
    termsByName: (name) => terms.filter((term) => called([term.name], foldForEquality(name))),
    termsByWords: (words) => terms.filter(({ name, synonyms }) => hasWords([name, ...synonyms], words)),
    genesOfTerm: ({ termId }, limit) => {
      const ids = genesOfTerms[termId] ?? [];
      const tied = { genes: namesOf(ids).slice(0, limit), count: ids.length };
      return { ...tied, source: ids.length === 0 ? null : 'HPO', release: null };
    },
    symbolsAlike: symbols,
    wordsAlike: (word) =>
      vocabulary.includes(word)
        ? [word]
        : vocabularyAlike(word, 2)
            .map(({ text }) => text)
            .concat(word)
            .slice(0, 3),
  };
}
