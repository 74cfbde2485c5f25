/** Who works on the genes of a list: one list of people, those first who work on most of the genes. */

import { type FoundForGene, mostGenesFirst, recordsOfGenes } from '../../../domain/people/genes-covered.ts';
import { type Html, html } from '../../html.ts';
import { type FoundPerson, foundPeopleInSteps } from '../people/found-people.ts';
import type { Row } from '../people/order.ts';
import { contextsOf } from '../people/people-list.ts';
import { personCard } from '../people/person-card.ts';
import type { WholeView } from '../view.ts';

/** More than anybody reads through. */
const MOST_SHOWN = 200;

/** Somebody, and on how many genes of the list they work. */
export type PersonOfGenes = { person: FoundPerson; covered: number };

/** In steps, as they may be thousands. */
export function* peopleOfGenes(answers: readonly FoundForGene<Row>[]): Generator<undefined, PersonOfGenes[]> {
  const genesOf = recordsOfGenes(answers);
  yield;
  const found = yield* foundPeopleInSteps([...genesOf.keys()]);
  yield;
  const people = found.map((person) => {
    const genes = new Set(person.rows.flatMap((row) => [...(genesOf.get(row) ?? [])]));
    return { person, covered: genes.size };
  });
  return mostGenesFirst(people);
}

/** @param geneCount how many genes the list has */
export function peopleOfGenesList(view: WholeView, people: readonly PersonOfGenes[], geneCount: number): Html {
  const { words } = view;
  const contextOf = contextsOf(
    people.map(({ person }) => person),
    [],
  );
  const card = ({ person, covered }: PersonOfGenes) => {
    const covers = geneCount > 1 ? words.geneList.covers(covered, geneCount) : undefined;
    return personCard(person, view, { ...contextOf(person), covers, query: searchThatFinds(person) });
  };
  return html`<ol class="list cards" aria-label="${words.people.list}">${people.slice(0, MOST_SHOWN).map(card)}</ol>
${people.length > MOST_SHOWN && html`<p>${words.geneList.firstPeople(MOST_SHOWN, people.length)}</p>`}`;
}

/** For a message: the search of the gene that is named in it. */
function searchThatFinds({ genes: [gene] }: FoundPerson): string | undefined {
  return gene && `${new URLSearchParams({ symbol: gene.symbol, taxonId: String(gene.taxon.id) })}`;
}
