/** The question in words. */

import { SET_FILTERS, type SetFilter } from '../../domain/federation/origin.ts';
import { ownMember } from '../../domain/own-member.ts';
import { nameInSentence } from '../../domain/shown-text.ts';
import { type Choices, HUMAN_TAXON_ID, ontologyTitle, taxonName } from '../parts/choices.ts';
import { organLabel } from '../parts/labels.ts';
import { quotedIn, symbolInSentence } from '../parts/record-names.ts';
import type { AllWords } from '../words/words.ts';
import type { PageSearch } from './search-query.ts';

/** Names of terms that are not among the choices, by id. */
export type TermNames = ReadonlyMap<string, string>;

/** Returns the clauses of one sentence, such as `Researchers who work on BRCA1 (human)` and `Position = “…”`. */
export function querySummary(
  words: AllWords,
  { kind, params }: PageSearch,
  choices: Choices,
  names: TermNames,
): string[] {
  const labels = filterLabels(words, choices);
  const filters = SET_FILTERS.flatMap((name) =>
    filterClause(words, words.filterNames[name], params.getAll(name), labels[name]),
  );
  const origins = filterClause(words, words.registries, params.getAll('origins'), (value) => {
    return choices.origins.find(({ key }) => key === value)?.name;
  });
  const question = kind === 'genes' ? geneClauses(words, params, choices) : researcherClauses(words, params);
  return [...question, ...filters, ...termClauses(words, params, choices, names), ...origins];
}

/** Returns how each filter shows a value; one without a name is shown as it is. */
export function filterLabels(
  words: AllWords,
  { organs }: Choices,
): { readonly [Name in SetFilter]: (value: string) => string } {
  const inWords = (known: Readonly<Record<string, string>>) => (value: string) => ownMember(known, value) ?? value;
  return {
    researcherPositions: inWords(words.positions),
    researcherCategories: inWords(words.categories),
    organUberonIds: (value) => organLabel(words, value, organs.find(({ uberonId }) => uberonId === value)?.name),
  };
}

function geneClauses(words: AllWords, params: URLSearchParams, { taxa }: Choices): string[] {
  const tiers: Readonly<Record<string, string>> = words.tierShort;
  return [
    symbolClause(words, params, (taxonId) => taxonName(words, taxa, taxonId)),
    ...filterClause(words, words.tiersHeading, params.getAll('tiers'), (tier) => ownMember(tiers, tier)),
  ];
}

/** Returns the clause of the gene. A search for another organism than the gene's own finds only orthologs (rdp-protocol 3.6). */
function symbolClause(words: AllWords, params: URLSearchParams, named: (taxonId: string) => string): string {
  const symbol = symbolInSentence(words, params.get('symbol') ?? '');
  const taxonId = params.get('taxonId') ?? '';
  const [ortholog, ...others] = params.getAll('orthologTaxonId');
  if (ortholog && (others.length > 0 || ortholog !== taxonId)) {
    return words.queryOrthologs(symbol, named(taxonId), [ortholog, ...others].map(named).join(', '));
  }
  const clause = !ortholog && taxonId === HUMAN_TAXON_ID ? words.queryGenesAndOrthologs : words.queryGenes;
  return clause(symbol, named(taxonId));
}

function researcherClauses(words: AllWords, params: URLSearchParams): string[] {
  const name = nameInSentence(params.get('nameLike') ?? '');
  const interest = nameInSentence(params.get('descriptionLike') ?? '');
  const clause = params.get('prefix') === 'true' ? words.queryPrefix : words.queryName;
  if (name === '') return [interest === '' ? words.queryAnybody : words.queryInterest(interest)];
  return [clause(name), ...(interest === '' ? [] : [words.queryInterestToo(interest)])];
}

function termClauses(words: AllWords, params: URLSearchParams, choices: Choices, names: TermNames): string[] {
  const termIds = params.getAll('ontologyTermIds');
  const ontologies = params.getAll('ontologyNames');
  return [...new Set(ontologies)].flatMap((name) => {
    const terms = choices.ontologies.find((one) => one.name === name)?.terms ?? [];
    const own = termIds.filter((_, index) => ontologies[index] === name);
    const nameOfTerm = (id: string) => names.get(id) ?? terms.find(({ termId }) => termId === id)?.name;
    return filterClause(words, titleOf(words, name, choices), own, nameOfTerm);
  });
}

/** Returns the title of an ontology. A name that is none of this registry may be any text, so it is quoted. */
function titleOf(words: AllWords, name: string, { ontologies }: Choices): string {
  const title = ontologyTitle(words, name);
  return title !== name || ontologies.some((one) => one.name === name) ? title : quotedIn(words, name);
}

function filterClause(
  words: AllWords,
  filter: string,
  values: readonly string[],
  named: (value: string) => string | null | undefined,
): string[] {
  return values.length === 0
    ? []
    : [
        words.queryFilter(
          filter,
          values.map((value) => nameInSentence(named(value) ?? value)),
        ),
      ];
}
