/** The people who work on the genes of a list, as one list; those with most genes come first. */

import { type FoundForGene, mostGenesFirst, recordsOfGenes } from '../../../domain/people/genes-covered.ts';
import { type ComparedPerson, type LikelySame, likelySame } from '../../../domain/people/likely-same.ts';
import { type Person, peopleOf } from '../../../domain/people/people.ts';
import { type Html, html } from '../../html.ts';
import { compared, type FoundPerson, foundPerson } from '../people/found-people.ts';
import type { Row } from '../people/order.ts';
import { personCard } from '../people/person-card.ts';
import type { WholeView } from '../view.ts';

/** Nobody reads more people than this. */
const MOST_SHOWN = 200;
const READ_A_STEP = 50;

/** A person, and on how many genes of the list they work. */
type PersonOfGenes = { person: FoundPerson; covered: number; namesakes: readonly LikelySame[] };

/** The people who are shown, in order, and the number of all people. */
export type PeopleOfGenes = { shown: readonly PersonOfGenes[]; count: number };

/**
 * Finds the people in steps, because there may be thousands. Rows are parsed only if they are needed: an object takes
 * many times the memory of its text, and there is a row for each pair of a person and a gene.
 *
 * @param read parses the text of a row
 */
export function* peopleOfGenes<Unread>(
  answers: readonly FoundForGene<Row<Unread>>[],
  read: (row: Row<Unread>) => Row,
): Generator<undefined, PeopleOfGenes> {
  const genesOf = recordsOfGenes(answers);
  yield;
  const found = peopleOf([...genesOf.keys()]);
  yield;
  const people = mostGenesFirst(found.map((person) => ({ person, covered: genesCovered(person, genesOf) })));
  // For people who are not shown, one record is enough to compare identities.
  const known: ComparedPerson[] = [];
  const shown: Omit<PersonOfGenes, 'namesakes'>[] = [];
  for (const [index, { person, covered }] of people.entries()) {
    const [first, ...others] = person.records;
    const isShown = index < MOST_SHOWN;
    const one = foundPerson({ ...person, records: [read(first), ...(isShown ? others.map(read) : [])] });
    known.push(compared(one));
    if (isShown) shown.push({ person: one, covered });
    if (index % READ_A_STEP === 0) yield;
  }
  const namesakes = likelySame(known);
  return { shown: shown.map((one, index) => ({ ...one, namesakes: namesakes[index] ?? [] })), count: people.length };
}

function genesCovered<Unread>(
  { records }: Person<Row<Unread>>,
  genesOf: ReadonlyMap<Row<Unread>, ReadonlySet<number>>,
): number {
  const genes = new Set<number>();
  for (const record of records) for (const gene of genesOf.get(record) ?? []) genes.add(gene);
  return genes.size;
}

/** @param geneCount how many genes the list has */
export function peopleOfGenesList(view: WholeView, { shown, count }: PeopleOfGenes, geneCount: number): Html {
  const { words } = view;
  const card = ({ person, covered, namesakes }: PersonOfGenes) => {
    const covers = geneCount > 1 ? words.geneList.covers(covered, geneCount) : undefined;
    return personCard(person, view, {
      namesakes,
      canDeny: false,
      origin: undefined,
      covers,
      query: searchThatFinds(person),
    });
  };
  return html`<ol class="list cards" aria-label="${words.people.list}">${shown.map(card)}</ol>
${count > MOST_SHOWN && html`<p>${words.geneList.firstPeople(MOST_SHOWN, count)}</p>`}`;
}

/** Returns the search for the first gene of a person, which a message cites. */
function searchThatFinds({ genes: [gene] }: FoundPerson): string | undefined {
  return gene && `${new URLSearchParams({ symbol: gene.symbol, taxonId: String(gene.taxon.id) })}`;
}
