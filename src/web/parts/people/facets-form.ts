/** What an answer can be narrowed by, with counts: a form that works by itself, and that scripts send at each tick. */

import {
  FACETS,
  type Facet,
  type FacetCount,
  facetCounts,
  type GeneFamilies,
  geneKey,
} from '../../../domain/people/facets.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { organLabel, taxonLabel } from '../choices.ts';
import { icon, researchIcon } from '../icons.ts';
import type { View } from '../view.ts';
import type { FoundPerson } from './found-people.ts';
import { facetParameter, isNarrowed, isOfListView, type ListView } from './list-view.ts';
import { organismIcon } from './organism-chip.ts';
import { positionOf } from './person.ts';
import { shortened } from './short-text.ts';

export type FacetsOptions = {
  view: View;
  /** Everybody who is there, whoever of them was chosen. */
  people: readonly FoundPerson[];
  listView: ListView;
  /** Of these people, by what is chosen. */
  counts: FacetCounts;
  /** Of the address that the form is sent to, those of the view included. */
  params: URLSearchParams;
  /** How many registries have not answered yet. */
  outstanding: number;
  /** Scripts send it at each tick, so that it needs no button. */
  isLive: boolean;
  /** The same answer with nobody left out. */
  wholeAddress: string;
};

export type FacetCounts = ReturnType<typeof facetCounts>;

/** How many people each choice would leave. */
export function countsOf(
  people: readonly FoundPerson[],
  { choice }: Pick<ListView, 'choice'>,
  families: GeneFamilies,
): FacetCounts {
  return facetCounts(
    people.map(({ facts }) => facts),
    choice,
    families,
  );
}

/** So many values of a facet stand there at once; the rest is folded away, but for those that are chosen. */
const MOST_SHOWN = 6;

/** Nothing as long as there is nobody. */
export function facetsForm(options: FacetsOptions): Html | undefined {
  const { view, people, listView, counts, params, outstanding, isLive, wholeAddress } = options;
  const { words } = view;
  if (people.length === 0 && !isNarrowed(listView)) return undefined;
  const labels = labelsOf(people, view.words);
  const kept = [...params].filter(([name]) => !isOfListView(name) || name === 'view' || name === 'sort');
  return html`<form class="facets" method="get" action="${view.root}search">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="so-far">${outstanding > 0 && words.people.countsSoFar(outstanding)}</p>
${FACETS.map((facet) => facetGroup(facet, counts[facet], labels[facet], view))}
<p class="facet-actions">${isNarrowed(listView) && html`<a id="facets-clear" data-list href="${wholeAddress}">${words.people.clear}</a> `}${!isLive && html`<button type="submit">${words.people.apply}</button>`}</p>
</form>`;
}

/**
 * A facet with one value for everybody lets nobody choose. A gene is chosen where several have one symbol, and left here.
 */
function facetGroup(facet: Facet, counts: readonly FacetCount[], labelOf: LabelOf, view: View): Html | undefined {
  const isInUse = counts.some(({ isChosen }) => isChosen);
  const isOfUse = isInUse || facet === 'position' || (counts.length > 1 && facet !== 'gene');
  if (counts.length === 0 || !isOfUse) return undefined;
  const { words } = view;
  const isFirst = ({ isChosen }: FacetCount, index: number) => index < MOST_SHOWN || isChosen;
  const line = (one: FacetCount) => facetLine(facet, one, labelOf(one.value), view);
  const folded = counts.filter((one, index) => !isFirst(one, index));
  return html`<fieldset><legend>${words.people.facets[facet]}</legend><ul>${counts.filter(isFirst).map(line)}</ul>
${folded.length > 0 && html`<details id="more-${facet}"><summary>${words.people.moreValues(folded.length)}</summary><ul>${folded.map(line)}</ul></details>`}</fieldset>`;
}

/** Of the facets whose values have pictures. */
const PICTURES: Partial<Record<Facet, (view: View, value: string) => Html | undefined>> = {
  organism: organismIcon,
  category: researchIcon,
  organ: icon,
};

function facetLine(facet: Facet, { value, count, isChosen }: FacetCount, label: string, view: View): Html {
  const drawn = PICTURES[facet]?.(view, value);
  return html`<li><label><input type="checkbox" id="${facetParameter(facet)}-${value}" name="${facetParameter(facet)}" value="${value}"${isChosen && html` checked`}> ${drawn}<span><bdi>${label}</bdi></span> <span class="how-many">${count}</span></label></li>`;
}

type LabelOf = (value: string) => string;

/** What values are called: by the words where these know them, else as the records say. */
function labelsOf(people: readonly FoundPerson[], words: Words): Record<Facet, LabelOf> {
  const taxa = new Map<string, string>();
  const organs = new Map<string, string>();
  const registries = new Map<string, string>();
  const symbols = new Map<string, string>();
  for (const { owner, originKey, genes } of people) {
    registries.set(originKey, owner.origin);
    for (const { geneId, symbol, taxon } of genes) {
      taxa.set(String(taxon.id), taxonLabel(words, taxon));
      if (geneId) symbols.set(geneKey(geneId, taxon.id, symbol), `${symbol} (NCBI ${geneId})`);
    }
    for (const [id, organ] of Object.entries(owner.userOrgans ?? {}))
      organs.set(id, organLabel(words, id, organ?.name));
  }
  const known = (names: Readonly<Record<string, string>>) => (value: string) =>
    shortened(Object.hasOwn(names, value) ? (names[value] ?? value) : value);
  const inMap = (names: ReadonlyMap<string, string>) => (value: string) => shortened(names.get(value) ?? value);
  return {
    organism: inMap(taxa),
    registry: inMap(registries),
    tier: known(words.people.tiers),
    name: known(words.people.names),
    position: (value) => shortened(positionOf(value, words)),
    category: known(words.categories),
    organ: inMap(organs),
    gene: inMap(symbols),
  };
}
