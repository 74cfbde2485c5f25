/** The question as chips; each that can be left out leads to the search without it. */

import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import { type Choices, HUMAN_TAXON_ID, taxonName } from '../choices.ts';
import { organLabel, taxonLabel } from '../labels.ts';
import { organismChip } from '../people/organism-chip.ts';
import { linkTo, type WholeView } from '../view.ts';
import type { TermNames } from './query-summary.ts';
import type { PageSearch } from './search-query.ts';

type Chip = {
  text: string;
  shown?: Html;
  /** The parameters without it; undefined where the question is nothing without it. */
  without?: URLSearchParams;
};

export function queryChips(view: WholeView, search: PageSearch, choices: Choices, names: TermNames): Html {
  const { words } = view;
  const chips = [
    ...(search.kind === 'genes' ? geneChips(view, search.params, choices) : researcherChips(words, search.params)),
    ...filterChips(words, search.params, choices),
    ...termChips(search.params, choices, names),
    ...originChips(words, search.params, choices),
  ];
  return html`<ul id="query" aria-label="${words.people.question}">${chips.map((chip) => chipItem(chip, view))}</ul>`;
}

function chipItem({ text, shown, without }: Chip, view: WholeView): Html {
  const label = view.words.people.remove(text);
  return html`<li class="chip">${shown ?? html`<bdi>${text}</bdi>`}${
    without !== undefined &&
    html` <a class="remove" href="${linkTo(view, 'search', without)}" aria-label="${label}" title="${label}">×</a>`
  }</li>`;
}

function geneChips(view: WholeView, params: URLSearchParams, { taxa }: Choices): Chip[] {
  const { words } = view;
  const symbol = params.get('symbol') ?? '';
  const taxonId = params.get('taxonId') ?? HUMAN_TAXON_ID;
  const taxon = taxa.find(({ id }) => String(id) === taxonId);
  const text = `${symbol}, ${taxonName(words, taxa, taxonId)}`;
  const gene =
    taxon === undefined
      ? { text }
      : { text, shown: html`${organismChip(view, taxon, symbol)} ${taxonLabel(words, taxon)}` };
  const orthologs = params.getAll('orthologTaxonId').map((id) => ({
    text: words.people.orthologsIn(taxonName(words, taxa, id)),
    without: lessOne(params, 'orthologTaxonId', id),
  }));
  const everywhere =
    taxonId === HUMAN_TAXON_ID && orthologs.length === 0 ? [{ text: words.people.orthologsEverywhere }] : [];
  const tiers = params.getAll('tiers').map((tier) => ({
    text: tier === 'TIER1' ? words.people.worksNow : tier === 'TIER2' ? words.people.workedBefore : tier,
    without: lessOne(params, 'tiers', tier),
  }));
  return [gene, ...orthologs, ...everywhere, ...tiers];
}

function researcherChips(words: AllWords, params: URLSearchParams): Chip[] {
  const { nameContains, nameStarts, interestContains, everybody } = words.people;
  const name = params.get('nameLike') ?? '';
  const interest = params.get('descriptionLike') ?? '';
  const told = params.get('prefix') === 'true' ? nameStarts(name) : nameContains(name);
  const nameChip = interest === '' ? { text: told } : { text: told, without: less(params, ['nameLike', 'prefix']) };
  const interestChip = {
    text: interestContains(interest),
    ...(name === '' ? {} : { without: less(params, ['descriptionLike']) }),
  };
  const chips = [...(name === '' ? [] : [nameChip]), ...(interest === '' ? [] : [interestChip])];
  return chips.length === 0 ? [{ text: everybody }] : chips;
}

function filterChips(words: AllWords, params: URLSearchParams, choices: Choices): Chip[] {
  const inWords = (known: Readonly<Record<string, string>>) => (value: string) => known[value] ?? value;
  const organName = (value: string) =>
    organLabel(words, value, choices.organs.find(({ uberonId }) => uberonId === value)?.name);
  const labels = [
    ['researcherPositions', inWords(words.positions)],
    ['researcherCategories', inWords(words.categories)],
    ['organUberonIds', organName],
  ] as const;
  return labels.flatMap(([name, labelOf]) =>
    [...new Set(params.getAll(name))].map((value) => ({ text: labelOf(value), without: lessOne(params, name, value) })),
  );
}

function termChips(params: URLSearchParams, choices: Choices, names: TermNames): Chip[] {
  const ontologies = params.getAll('ontologyNames');
  const termIds = params.getAll('ontologyTermIds');
  if (ontologies.length !== termIds.length) return [];
  const told = termIds.map((termId, index) => {
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
  // The same pair stands there twice where a comma is in it.
  return [...new Map(told.map((chip) => [chip.key, chip])).values()];
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
