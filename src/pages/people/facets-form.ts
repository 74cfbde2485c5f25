/** The form of the facets of an answer, with counts. It works without scripts; scripts send it at each tick. */

import { ownMember } from '../../domain/own-member.ts';
import { FACETS, type Facet, type FacetCount, type FacetCounts } from '../../domain/people/facets.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../parts/html.ts';
import { facetParameter, isNarrowed, isOfListView, type ListView, TEXT_PARAMETER } from '../parts/list-view.ts';
import { organismIcon } from '../parts/organism-chip.ts';
import { headingOf, quotedIn, symbolInSentence } from '../parts/record-names.ts';
import type { View } from '../parts/view.ts';
import type { Words } from '../words/words.ts';
import type { FoundPerson } from './found-people.ts';

type FacetsOptions = {
  view: View;
  /** All people of the answer, whatever is chosen. */
  people: readonly FoundPerson[];
  listView: ListView;
  /** The counts of these people, for the current choice. */
  counts: FacetCounts;
  /** The parameters of the address that the form is sent to, with those of the list view. */
  params: URLSearchParams;
  /** How many registries have not answered yet. */
  outstanding: number;
  /** Whether scripts send the form at each tick; then it needs no button. */
  isLive: boolean;
  /** The address of the same answer with all people. */
  wholeAddress: string;
};

/** These facets are always shown; the others are folded. */
const FIRST: readonly Facet[] = ['organism', 'registry'];
/** This many values of a facet are shown; the rest is folded. */
const MOST_SHOWN = 8;
/** The limit of folded values, because a partner may send any number of them. */
const MOST_FOLDED = 100;

/** The parameters of the list view that are no facets. */
const BESIDE: ReadonlySet<string> = new Set(['view', 'sort', TEXT_PARAMETER]);

/** Returns the form; undefined if there are no people to narrow. */
export function facetsForm(options: FacetsOptions): Html | undefined {
  const { view, people, listView, counts, params, outstanding, isLive, wholeAddress } = options;
  const { words } = view;
  if (people.length === 0 && !isNarrowed(listView)) return undefined;
  const labels = labelsOf(people, view.words, params.get('symbol') ?? '');
  const group = (facet: Facet) => facetGroup(facet, counts[facet], labels[facet], view);
  const isInUse = (facet: Facet) => counts[facet].some(({ isChosen }) => isChosen);
  const others = FACETS.filter((facet) => !FIRST.includes(facet) && group(facet) !== undefined);
  const carried = [...params].filter(([name]) => !isOfListView(name) || BESIDE.has(name));
  return html`<form class="facets" method="get" action="${view.root}search">
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="so-far">${outstanding > 0 && words.people.countsSoFar(outstanding)}</p>
${FIRST.map(group)}
${others.length > 0 && html`<details id="more-filters"${others.some(isInUse) && html` open`}><summary>${words.people.moreFilters}</summary>${others.map(group)}</details>`}
<p class="facet-actions">${isNarrowed(listView) && html`<a id="facets-clear" data-list href="${wholeAddress}">${words.people.clear}</a> `}${!isLive && html`<button type="submit">${words.people.apply}</button>`}</p>
</form>`;
}

/**
 * Returns a facet, if it offers a choice. One with the same value for all people does not, but the position is shown
 * even so. Genes are only offered to undo a choice, which the reader made among genes with the same symbol.
 */
function facetGroup(facet: Facet, counts: readonly FacetCount[], labelOf: LabelOf, view: View): Html | undefined {
  const isInUse = counts.some(({ isChosen }) => isChosen);
  const isOfUse = isInUse || facet === 'position' || (counts.length > 1 && facet !== 'gene');
  if (counts.length === 0 || !isOfUse) return undefined;
  const { words } = view;
  const line = (one: FacetCount) => facetLine(facet, one, labelOf(one.value), view);
  const folded = counts.slice(MOST_SHOWN);
  return html`<fieldset><legend>${words.people.facets[facet]}</legend><ul>${counts.slice(0, MOST_SHOWN).map(line)}</ul>
${folded.length > 0 && html`<details id="more-${facet}"${folded.some(({ isChosen }) => isChosen) && html` open`}><summary>${words.people.moreValues(folded.length)}</summary><ul>${folded.slice(0, MOST_FOLDED).map(line)}${folded.length > MOST_FOLDED && html`<li>${words.people.others(folded.length - MOST_FOLDED)}</li>`}</ul></details>`}</fieldset>`;
}

function facetLine(facet: Facet, { value, count, isChosen }: FacetCount, label: string, view: View): Html {
  const drawn = facet === 'organism' && organismIcon(view, value);
  return html`<li><label><input type="checkbox" id="${facetParameter(facet)}-${value}" name="${facetParameter(facet)}" value="${value}"${isChosen && html` checked`}> ${drawn}<span><bdi>${label}</bdi></span> <span class="how-many">${count}</span></label></li>`;
}

type LabelOf = (value: string) => string;

/**
 * Returns functions that name the values: by the words of the page, which include this registry's names. For an unknown
 * value it is the id with a quoted name from a record, because the people may be of any registry.
 */
function labelsOf(people: readonly FoundPerson[], words: Words, symbol: string): Record<Facet, LabelOf> {
  const taxa = new Map<string, string | null | undefined>();
  const organs = new Map<string, string | null | undefined>();
  const registries = new Map<string, string>();
  for (const { owner, originKey, genes } of people) {
    registries.set(originKey, owner.origin);
    for (const { taxon } of genes) taxa.set(String(taxon.id), taxon.commonName);
    for (const [id, organ] of Object.entries(owner.userOrgans ?? {})) organs.set(id, organ?.name);
  }
  const known = (texts: Readonly<Record<string, string>>) => (value: string) =>
    ownMember(texts, value) ?? quotedIn(words, value);
  return {
    organism: (value) => headingOf(words, 'taxa', value, taxa.get(value)),
    registry: (value) => shownText(registries.get(value) ?? value),
    tier: known(words.people.tiers),
    name: known(words.people.names),
    position: known(words.positions),
    category: known(words.categories),
    organ: (value) => headingOf(words, 'organs', value, organs.get(value)),
    // Genes with the same symbol are distinguished by their numbers.
    gene: (value) =>
      /^\d+$/.test(value) ? `${symbolInSentence(words, symbol)} (NCBI ${value})` : quotedIn(words, value),
  };
}
