/** Of the people who work on genes of a disease, how many there are, and the first. The server and the script of the page write them. */

import { cardsOfGenes, type PeopleOfGenes } from '../gene/people-of-genes.ts';
import type { Html } from '../parts/html.ts';
import type { WholeView } from '../parts/view.ts';
import type { AllWords } from '../words/words.ts';

const MOST_BEST = 5;

/** Returns the first people, who work on most of the genes. */
export function bestCards(view: WholeView, { shown }: PeopleOfGenes, geneCount: number): readonly Html[] {
  return cardsOfGenes(view, shown.slice(0, MOST_BEST), geneCount);
}

/** Returns the text of the link to all people, with their number if there are any. */
export function whoWorks(
  { disease, geneList, people }: AllWords,
  geneCount: number,
  { count, isWhole }: { count: number; isWhole: boolean },
): string {
  const text = disease.anyOf(geneCount);
  if (count === 0) return text;
  return geneList.clause(text, isWhole ? geneList.people(count) : people.soFar(count));
}
