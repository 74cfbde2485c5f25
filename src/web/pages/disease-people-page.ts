/** `/diseases/{id}/people` and `/phenotypes/{id}/people`: the page of all people who work on any of its genes, as one list. */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import type { ListEnd } from '../../domain/gene-list/list-answer.ts';
import { type Html, html } from '../html.ts';
import { type PeopleOfGenes, peopleOfGenesList } from '../parts/gene/people-of-genes.ts';
import { whomToAsk } from '../parts/people/nobody.ts';
import { searchOfText } from '../parts/search/box-links.ts';
import { type Described, nameOfDescribed, notAll, pageOf } from './disease-page.ts';
import { layout, type Page, type PageView } from './layout.ts';

type DiseasePeoplePage = {
  described: Described;
  people: PeopleOfGenes;
  /** How many genes the question had. */
  geneCount: number;
  end: ListEnd;
  script: Page['script'];
};

export function diseasePeoplePage(
  view: PageView,
  { described, people, geneCount, end, script }: DiseasePeoplePage,
): string {
  const { words } = view;
  const name = nameOfDescribed(described);
  const title = words.disease.peopleOf(name);
  return layout(view, {
    title,
    typed: name,
    script,
    main: html`<div class="found" id="disease-people"><h1 dir="auto">${title}</h1>
<p><a href="${pageOf(view, described)}">${name}</a></p>
${people.count === 0 ? nobody(view, { described, geneCount, end }) : list(view, { described, people, geneCount, end })}</div>`,
  });
}

function list(view: PageView, { described, people, geneCount, end }: Omit<DiseasePeoplePage, 'script'>): Html {
  const { words } = view;
  return html`<h2 id="count">${words.geneList.people(people.count)}${geneCount > 1 && people.count > 1 && html`, ${words.geneList.mostFirst}`}</h2>
<p id="list-summary">${completenessSentenceIn(words, end.origins)}${notAll(view, described, geneCount)}</p>
${peopleOfGenesList(view, people, geneCount)}`;
}

/** Returns what to do if no people were found: search for people who mention the disease, or write to the registry. */
function nobody(view: PageView, { described, geneCount, end }: Omit<DiseasePeoplePage, 'people' | 'script'>): Html {
  const { words, site } = view;
  const name = nameOfDescribed(described);
  const contact = whomToAsk(view, { name: site.shortname, contactEmail: site.contactEmail });
  const interests = html`<a href="${searchOfText(view, { kind: 'interests', text: name })}">${words.disease.interests(name)}</a>`;
  return html`<p id="nobody">${end.complete ? words.nobodySure : completenessSentenceIn(words, end.origins)}${notAll(view, described, geneCount)}</p>
<h2>${words.nextSteps}</h2><ul class="next-steps"><li>${interests}</li>${contact !== undefined && html`<li>${contact}</li>`}</ul>`;
}
