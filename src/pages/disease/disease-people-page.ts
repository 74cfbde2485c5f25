/**
 * `/diseases/{id}/people` and `/phenotypes/{id}/people`: the page of all people who work on any of its genes, as one list.
 *
 * Elements for scripts: `#disease-people[data-state=asking|whole][data-genes][data-taxa][data-names][data-origins]`, the genes that scripts ask
 * about, the organisms with their order, this registry's names and, where not all registries are asked, their keys as JSON, and in it the elements of `peopleOfGenesRegion`; `#nobody`, shown for a
 * certain zero; `#ways-on`, what a reader can do where nobody is found; `#without-script`, the link to the whole answer; `#live` for
 * screen readers.
 */

import type { ListEnd } from '../../domain/gene-list/list-answer.ts';
import type { AskedGene } from '../../domain/gene-list/list-question.ts';
import { type PeopleOfGenes, peopleOfGenesRegion } from '../gene/people-of-genes.ts';
import { searchOfText } from '../parts/box-links.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import type { OwnNames } from '../parts/labels.ts';
import { layout, type Page, type PageView } from '../parts/layout.ts';
import { whomToAsk } from '../search/nobody.ts';
import { type Described, nameOfDescribed, notAll, pageOf, peoplePageOf } from './disease-page.ts';

type DiseasePeoplePage = {
  described: Described;
  /** The genes that are asked about. */
  genes: readonly AskedGene[];
  taxa: readonly Pick<TaxonChoice, 'id' | 'ordering'>[];
  names: OwnNames;
  /** The registries that are asked. */
  registries: readonly { key: string; name: string }[];
  /** Whether the address names these registries; otherwise they are all. */
  namesRegistries: boolean;
  /** Undefined if scripts collect the answer. */
  answer: (ListEnd & { people: PeopleOfGenes }) | undefined;
  script: Page['script'];
};

export function diseasePeoplePage(view: PageView, page: DiseasePeoplePage): string {
  const { words } = view;
  const { described, genes, taxa, names, registries, namesRegistries, answer, script } = page;
  const name = nameOfDescribed(described);
  const title = words.disease.peopleOf(name);
  const geneCount = genes.length;
  const again = againHref(view, described, registries);
  const rendered = namesRegistries ? again : peoplePageOf(view, described, new URLSearchParams({ render: 'server' }));
  const state = answer === undefined ? 'asking' : 'whole';
  const asked = genes.map(({ symbol, taxonId }) => ({ symbol, taxonId }));
  const places = taxa.map(({ id, ordering }) => ({ id, ordering }));
  return layout(view, {
    title,
    typed: name,
    script,
    head:
      answer === undefined
        ? html`<noscript><meta http-equiv="refresh" content="0;url=${rendered}"></noscript>`
        : undefined,
    skipTo: { id: 'results-title', text: words.skipToPeople },
    main: html`<div class="found" id="disease-people" data-state="${state}" data-genes="${JSON.stringify(asked)}" data-taxa="${JSON.stringify(places)}" data-names="${JSON.stringify(names)}"${namesRegistries && html` data-origins="${JSON.stringify(registries.map(({ key }) => key))}"`}><h1 dir="auto">${title}</h1>
<p><a href="${pageOf(view, described)}">${name}</a></p>
${peopleOfGenesRegion(view, {
  geneCount,
  registries: registries.map((one) => ({ key: one.key, origin: one.name })),
  answer,
  remark: notAll(view, described, geneCount),
  retryHref: again,
})}
${nobody(view, page)}
${answer === undefined && html`<p id="without-script"><a href="${rendered}">${words.withoutScript}</a></p>`}</div>
<p id="live" class="visually-hidden" role="status"></p>`,
  });
}

/** Returns the address that asks everybody again. It names the registries, so that resting ones are asked, too. */
function againHref(view: PageView, described: Described, registries: DiseasePeoplePage['registries']): string {
  const keys = registries.map(({ key }) => ['origins', key]);
  return peoplePageOf(view, described, new URLSearchParams([['render', 'server'], ...keys]));
}

/** Returns what to do if no people were found: search for people who mention the disease, or write to the registry. */
function nobody(view: PageView, { described, genes, answer }: DiseasePeoplePage): Html {
  const { words, site } = view;
  const name = nameOfDescribed(described);
  const contact = whomToAsk(view, { name: site.shortname, contactEmail: site.contactEmail });
  const interests = html`<a href="${searchOfText(view, { kind: 'interests', text: name })}">${words.disease.interests(name)}</a>`;
  const isNobody = answer?.people.count === 0;
  return html`<p id="nobody"${!(isNobody && answer.complete) && html` hidden`}>${words.nobodySure}${notAll(view, described, genes.length)}</p>
<div id="ways-on"${!isNobody && html` hidden`}><h2>${words.nextSteps}</h2><ul class="next-steps"><li>${interests}</li>${contact !== undefined && html`<li>${contact}</li>`}</ul></div>`;
}
