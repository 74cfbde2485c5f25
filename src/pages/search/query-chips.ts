/** The removable parts of a question as chips; each links to the search without it. */

import { SET_FILTERS } from '../../domain/federation/origin.ts';
import { nameInSentence, shownText } from '../../domain/shown-text.ts';
import { type Choices, taxonName } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import type { AllWords } from '../words/words.ts';
import { filterLabels, type TermNames } from './query-summary.ts';
import type { PageSearch } from './search-query.ts';

type Chip = {
  text: string;
  /** The parameters of the question without this part. */
  without: URLSearchParams;
};

/** Returns the chips; undefined if no part can be removed. */
export function queryChips(view: WholeView, search: PageSearch, choices: Choices, names: TermNames): Html | undefined {
  const { words } = view;
  const chips = [
    ...(search.kind === 'genes' ? geneChips(words, search.params, choices) : researcherChips(words, search.params)),
    ...filterChips(words, search.params, choices),
    ...termChips(search.params, choices, names),
    ...originChips(words, search.params, choices),
  ];
  if (chips.length === 0) return undefined;
  return html`<ul id="query" aria-label="${words.people.question}">${chips.map((chip) => chipItem(chip, view))}</ul>`;
}

function chipItem({ text: chipText, without }: Chip, view: WholeView): Html {
  const text = shownText(chipText);
  const label = view.words.people.remove(text);
  return html`<li class="chip"><bdi>${text}</bdi> <a class="remove" href="${linkTo(view, 'search', without)}" aria-label="${label}" title="${label}">×</a></li>`;
}

function geneChips(words: AllWords, params: URLSearchParams, { taxa }: Choices): Chip[] {
  const orthologs = params.getAll('orthologTaxonId').map((id) => ({
    text: words.people.orthologsIn(taxonName(words, taxa, id)),
    without: lessOne(params, 'orthologTaxonId', id),
  }));
  const tiers = [...new Set(params.getAll('tiers'))].map((tier) => ({
    text: tier === 'TIER1' ? words.people.worksNow : tier === 'TIER2' ? words.people.workedBefore : tier,
    without: lessOne(params, 'tiers', tier),
  }));
  return [...orthologs, ...tiers];
}

/** Returns chips for name and interest if there are both, because one of them must remain. */
function researcherChips(words: AllWords, params: URLSearchParams): Chip[] {
  const { nameContains, nameStarts, interestContains } = words.people;
  const name = nameInSentence(params.get('nameLike') ?? '');
  const interest = nameInSentence(params.get('descriptionLike') ?? '');
  if (name === '' || interest === '') return [];
  const nameText = params.get('prefix') === 'true' ? nameStarts(name) : nameContains(name);
  return [
    { text: nameText, without: less(params, ['nameLike', 'prefix']) },
    { text: interestContains(interest), without: less(params, ['descriptionLike']) },
  ];
}

function filterChips(words: AllWords, params: URLSearchParams, choices: Choices): Chip[] {
  const labels = filterLabels(words, choices);
  return SET_FILTERS.flatMap((name) =>
    [...new Set(params.getAll(name))].map((value) => ({
      text: labels[name](value),
      without: lessOne(params, name, value),
    })),
  );
}

function termChips(params: URLSearchParams, choices: Choices, names: TermNames): Chip[] {
  const ontologies = params.getAll('ontologyNames');
  const termIds = params.getAll('ontologyTermIds');
  if (ontologies.length !== termIds.length) return [];
  const texts = termIds.map((termId, index) => {
    const known = choices.ontologies.find(({ name }) => name === ontologies[index])?.terms;
    const text = names.get(termId) ?? known?.find((one) => one.termId === termId)?.name ?? termId;
    const others = termIds
      .map((_, at) => at)
      .filter((at) => termIds[at] !== termId || ontologies[at] !== ontologies[index]);
    const without = less(params, ['ontologyNames', 'ontologyTermIds']);
    for (const at of others) {
      without.append('ontologyNames', ontologies[at] ?? '');
      without.append('ontologyTermIds', termIds[at] ?? '');
    }
    return { text, without, key: `${ontologies[index]} ${termId}` };
  });
  // A pair occurs twice if it contains a comma.
  return [...new Map(texts.map((chip) => [chip.key, chip])).values()];
}

function originChips(words: AllWords, params: URLSearchParams, { origins }: Choices): Chip[] {
  return [...new Set(params.getAll('origins'))].map((key) => ({
    text: words.people.only(origins.find((one) => one.key === key)?.name ?? key),
    without: lessOne(params, 'origins', key),
  }));
}

function less(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !names.includes(name)));
}

function lessOne(params: URLSearchParams, name: string, value: string): URLSearchParams {
  return new URLSearchParams([...params].filter((one) => one[0] !== name || one[1] !== value));
}
