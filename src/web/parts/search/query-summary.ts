/** The question told back in words. */

import { nameInSentence } from '../../../domain/shown-text.ts';
import type { AllWords } from '../../words/words.ts';
import { type Choices, HUMAN_TAXON_ID, ontologyTitle, taxonName } from '../choices.ts';
import { organLabel } from '../labels.ts';
import { quotedIn, symbolInSentence } from '../record-names.ts';
import type { PageSearch } from './search-query.ts';

/** Names of terms that are not among the choices, by id. */
export type TermNames = ReadonlyMap<string, string>;

/** Clauses of one sentence, such as `Researchers who work on BRCA1 (human)` and `Position = “…”`. */
export function querySummary(
  words: AllWords,
  { kind, params }: PageSearch,
  choices: Choices,
  names: TermNames,
): string[] {
  const filters = (['researcherPositions', 'researcherCategories'] as const).flatMap((name) => {
    const known: Readonly<Record<string, string>> = name === 'researcherPositions' ? words.positions : words.categories;
    return toldFilter(words, words.filterNames[name], params.getAll(name), (value) => known[value]);
  });
  const organs = toldFilter(words, words.filterNames.organUberonIds, params.getAll('organUberonIds'), (value) => {
    const organ = choices.organs.find(({ uberonId }) => uberonId === value);
    return organLabel(words, value, organ?.name);
  });
  const origins = toldFilter(words, words.registries, params.getAll('origins'), (value) => {
    return choices.origins.find(({ key }) => key === value)?.name;
  });
  const question = kind === 'genes' ? toldGene(words, params, choices) : toldResearcher(words, params);
  return [...question, ...filters, ...organs, ...toldTerms(words, params, choices, names), ...origins];
}

function toldGene(words: AllWords, params: URLSearchParams, { taxa }: Choices): string[] {
  const tiers: Readonly<Record<string, string>> = words.tierShort;
  return [
    toldSymbol(words, params, (taxonId) => taxonName(words, taxa, taxonId)),
    ...toldFilter(words, words.tiersHeading, params.getAll('tiers'), (tier) => tiers[tier]),
  ];
}

/** Of another organism than the gene's own, orthologs alone are searched (rdp-protocol 3.6). */
function toldSymbol(words: AllWords, params: URLSearchParams, named: (taxonId: string) => string): string {
  const symbol = symbolInSentence(words, params.get('symbol') ?? '');
  const taxonId = params.get('taxonId') ?? '';
  const [ortholog, ...others] = params.getAll('orthologTaxonId');
  if (ortholog && (others.length > 0 || ortholog !== taxonId)) {
    return words.toldOrthologs(symbol, named(taxonId), [ortholog, ...others].map(named).join(', '));
  }
  const tell = !ortholog && taxonId === HUMAN_TAXON_ID ? words.toldGenesAndOrthologs : words.toldGenes;
  return tell(symbol, named(taxonId));
}

function toldResearcher(words: AllWords, params: URLSearchParams): string[] {
  const name = nameInSentence(params.get('nameLike') ?? '');
  const interest = nameInSentence(params.get('descriptionLike') ?? '');
  const told = params.get('prefix') === 'true' ? words.toldPrefix : words.toldName;
  if (name === '') return [interest === '' ? words.toldAnybody : words.toldInterest(interest)];
  return [told(name), ...(interest === '' ? [] : [words.toldInterestToo(interest)])];
}

function toldTerms(words: AllWords, params: URLSearchParams, choices: Choices, names: TermNames): string[] {
  const termIds = params.getAll('ontologyTermIds');
  const ontologies = params.getAll('ontologyNames');
  return [...new Set(ontologies)].flatMap((name) => {
    const terms = choices.ontologies.find((one) => one.name === name)?.terms ?? [];
    const own = termIds.filter((_, index) => ontologies[index] === name);
    const nameOfTerm = (id: string) => names.get(id) ?? terms.find(({ termId }) => termId === id)?.name;
    return toldFilter(words, titleOf(words, name, choices), own, nameOfTerm);
  });
}

/** What is typed for the name of an ontology, and is none here, may be any text. */
function titleOf(words: AllWords, name: string, { ontologies }: Choices): string {
  const title = ontologyTitle(words, name);
  return title !== name || ontologies.some((one) => one.name === name) ? title : quotedIn(words, name);
}

function toldFilter(
  words: AllWords,
  filter: string,
  values: readonly string[],
  named: (value: string) => string | null | undefined,
): string[] {
  return values.length === 0
    ? []
    : [
        words.toldFilter(
          filter,
          values.map((value) => nameInSentence(named(value) ?? value)),
        ),
      ];
}
