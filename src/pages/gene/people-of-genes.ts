/** The people who work on the genes of a list, as one list; those with most genes come first. */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import type { Origin } from '../../domain/federation/origin.ts';
import type { ListOrigin } from '../../domain/gene-list/list-answer.ts';
import { type FoundForGene, mostGenesFirst, recordsOfGenes } from '../../domain/people/genes-covered.ts';
import { type ComparedPerson, type LikelySame, likelySame } from '../../domain/people/likely-same.ts';
import { type Person, peopleOf } from '../../domain/people/people.ts';
import { type Html, html } from '../parts/html.ts';
import type { WholeView } from '../parts/view.ts';
import { compared, type FoundPerson, foundPerson } from '../people/found-people.ts';
import type { Row } from '../people/order.ts';
import { originLine } from '../people/origins-lines.ts';
import { personCard } from '../people/person-card.ts';
import { barState, originChip, outstandingChip, stateBar } from '../people/state-bar.ts';
import { foldedRun, withRuns } from '../people/withheld-runs.ts';
import type { AllWords } from '../words/words.ts';

/** Nobody reads more people than this. */
const MOST_SHOWN = 200;
const READ_A_STEP = 50;

/** A person, and on how many genes of the list they work. */
export type PersonOfGenes = { person: FoundPerson; covered: number; namesakes: readonly LikelySame[] };

export type PeopleOfGenes = {
  /** In display order. */
  shown: readonly PersonOfGenes[];
  /** The number of all people, and of those of each registry by its key. */
  count: number;
  counts: ReadonlyMap<string, number>;
};

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
  const people = mostGenesFirst(found.map((person) => ({ person, ...genesCovered(person, genesOf) })));
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
  const counts = new Map<string, number>();
  for (const { originKey } of found) counts.set(originKey, (counts.get(originKey) ?? 0) + 1);
  return { shown: shown.map((one, at) => ({ ...one, namesakes: namesakes[at] ?? [] })), count: people.length, counts };
}

/** One gene of a person that is an ortholog of several in the list counts once. `now`: how many they work on today. */
function genesCovered<Unread>(
  { records }: Person<Row<Unread>>,
  genesOf: ReadonlyMap<Row<Unread>, ReadonlySet<number>>,
): { covered: number; now: number } {
  const covers = (own: readonly Row<Unread>[]) => {
    const genes = new Set<number>();
    for (const record of own) for (const gene of genesOf.get(record) ?? []) genes.add(gene);
    return Math.min(genes.size, own.length);
  };
  return { covered: covers(records), now: covers(records.filter(({ order }) => order.tier === 'TIER1')) };
}

/** A list of people, before and after the registries have answered. */
type PeopleRegion = {
  /** Stands before the number of people; without it the page has a title of its own. */
  title?: string | undefined;
  /** How many genes the list has. */
  geneCount: number;
  /** The registries that are asked. */
  registries: readonly { key: string; origin: string }[];
  /** Undefined if scripts collect the answer. */
  answer: { people: PeopleOfGenes; origins: readonly ListOrigin[] } | undefined;
  /** A remark about the list that belongs to its completeness. */
  remark?: Html | false;
  /** The address that asks again; undefined if the page has none. */
  retryHref?: string | undefined;
};

/**
 * Returns the completeness of the answer and the people. Elements for scripts: those of `stateBar`; `#results-title` with
 * `#count` and, where no title says it, `#most-first`; `#offers`; `#people` with `.list`; `#first-people`.
 */
export function peopleOfGenesRegion(
  view: WholeView,
  { title, geneCount, registries, answer, remark, retryHref }: PeopleRegion,
): Html {
  const { words } = view;
  const origins = answer?.origins ?? [];
  const count = answer?.people.count ?? 0;
  const chips =
    answer === undefined
      ? registries.map((one) => outstandingChip(one, view))
      : origins.map((one) => originChip(one, view, { people: answer.people.counts.get(one.key) ?? 0, retryHref }));
  return html`${stateBar(view, {
    state: answer === undefined ? 'asking' : barState(origins),
    sentence: answer === undefined ? words.asking : completenessSentenceIn(words, origins),
    chips,
    lines: origins.map((origin) => originLine(asOneQuestion(origin), view)),
    remarks: remark === false ? undefined : remark,
  })}
<div class="list-head"><h2 id="results-title" tabindex="-1">${title !== undefined && words.geneList.clause(title, '')}<span id="count">${countOfPeople(words, count, answer !== undefined)}</span>${title === undefined && geneCount > 1 && html`<span id="most-first"${count < 2 && html` hidden`}>, ${words.geneList.mostFirst}</span>`}</h2><div id="offers"></div></div>
<div id="people"><ol class="list cards" aria-label="${words.people.list}">${answer && cardsOfGenes(view, answer.people.shown, geneCount)}</ol></div>
<p id="first-people">${answer && firstPeople(words, answer.people)}</p>`;
}

/** Returns a card for each person, and one item for each run of withheld names. */
export function cardsOfGenes(view: WholeView, shown: readonly PersonOfGenes[], geneCount: number): readonly Html[] {
  const cards = shown.map((one) => cardOfGenes(view, one, geneCount));
  const people = shown.map(({ person }) => person);
  return withRuns(people, cards, (own, registry) => foldedRun(own, registry, view.words));
}

/** What is said of one question, and of no list. */
const NO_DETAILS = {
  ...{ version: null, count: 0, anonymized: 0, elapsedMs: 0, cache: null },
  ...{ filters: [], askedAs: [], dropped: 0, shortened: 0 },
};

/** Returns what became of a list at a registry, as if it was one question. */
export function asOneQuestion(origin: ListOrigin): Origin {
  return { ...NO_DETAILS, ...origin };
}

/** @param isWhole whether every registry has answered, or failed to */
export function countOfPeople({ geneList, people }: AllWords, count: number, isWhole: boolean): string {
  // A zero is a sentence of its own, which says how certain it is.
  if (count === 0) return people.list;
  return isWhole ? geneList.people(count) : people.soFar(count);
}

/** Returns the sentence below a list that is cut; empty if everybody is shown. */
export function firstPeople({ geneList }: AllWords, { shown, count }: PeopleOfGenes): string {
  return count > shown.length ? geneList.firstPeople(shown.length, count) : '';
}

/** @param geneCount how many genes the list has */
export function cardOfGenes(view: WholeView, { person, covered, namesakes }: PersonOfGenes, geneCount: number): Html {
  return personCard(person, view, {
    namesakes,
    canDeny: false,
    origin: undefined,
    covers: geneCount > 1 ? view.words.geneList.covers(covered, geneCount) : undefined,
    query: searchThatFinds(person),
  });
}

/** Returns the search for the first gene of a person, which a message cites. */
function searchThatFinds({ genes: [gene] }: FoundPerson): string | undefined {
  return gene && `${new URLSearchParams({ symbol: gene.symbol, taxonId: String(gene.taxon.id) })}`;
}
