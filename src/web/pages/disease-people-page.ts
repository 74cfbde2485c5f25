/** `/diseases/{id}/people` and `/phenotypes/{id}/people`: who works on any of its genes, as one list. */

import type { ListEnd } from '../../domain/gene-list/list-answer.ts';
import { html } from '../html.ts';
import { type FoundPerson, foundPeople } from '../parts/people/found-people.ts';
import type { Row } from '../parts/people/order.ts';
import { contextsOf } from '../parts/people/people-list.ts';
import { personCard } from '../parts/people/person-card.ts';
import { completenessSentenceIn } from '../words/completeness-words.ts';
import { type Described, nameOfDescribed, pageOf } from './disease-page.ts';
import { layout, type Page, type PageView } from './layout.ts';

export type DiseasePeoplePage = {
  described: Described;
  /** In the order in which people are shown. */
  rows: readonly Row[];
  end: ListEnd;
  script: Page['script'];
};

/** More than anybody reads through. */
const MOST_SHOWN = 200;

export function diseasePeoplePage(view: PageView, { described, rows, end, script }: DiseasePeoplePage): string {
  const { words } = view;
  const name = nameOfDescribed(described);
  const people = foundPeople(rows);
  const contextOf = contextsOf(people, []);
  const card = (person: FoundPerson) => personCard(person, view, contextOf(person));
  const title = words.disease.peopleOf(name);
  return layout(view, {
    title,
    typed: name,
    script,
    main: html`<div class="found" id="disease-people"><h1 dir="auto">${title}</h1>
<p><a href="${pageOf(view, described)}">${name}</a></p>
<p id="list-summary"><strong id="count">${words.geneList.people(people.length)}</strong>. ${completenessSentenceIn(words, end.origins)}</p>
<ol class="list cards" aria-label="${words.people.list}">${people.slice(0, MOST_SHOWN).map(card)}</ol>
${people.length > MOST_SHOWN && html`<p>${words.disease.firstPeople(MOST_SHOWN, people.length)}</p>`}</div>`,
  });
}
