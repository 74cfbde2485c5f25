/** English words of the page of a list of genes. */

import { isOne } from '../words/plurals.en.ts';

export const geneList = {
  title: 'A list of genes',
  several: 'Search for a list of genes',
  lead: 'Who works on each of them, in every organism and every registry.',
  field: 'Genes',
  fieldHelp:
    'At most 50, one on each line or with commas between: symbols, aliases, identifiers of Ensembl, HGNC, NCBI or OMIM, variants.',
  privacy:
    'A list of candidate genes can point to a patient. It stands in no address and in no log, and is kept in this tab alone, until you close it or clear the list. Other registries are asked about one gene at a time; most of them read it from the address of the request.',
  search: 'Search for these genes',
  /** Words of a pasted text follow. */
  mayBeGenes: 'These words may be genes, or mean something else. Nobody was asked about them:',
  confirm: (count: number): string =>
    isOne(count) ? 'It is a gene: search for it too' : 'They are genes: search for them too',
  goOn: 'Go on',
  stop: 'Stop',
  forget: 'Clear list',
  forgotten: 'The list is cleared.',
  tooMany: (found: number, most: number) => `These are ${found} genes. At most ${most} can be searched for at once.`,
  nothingGiven: 'Give one gene at least.',
  failed: 'The search was cut off. What has come is shown; search again, and it goes on from there.',
  busy: 'Too many lists are being searched for at the moment. Please try again in a few seconds.',
  begun: (genes: number) => (isOne(genes) ? 'One gene is searched for.' : `${genes} genes are searched for.`),
  stopped: 'Stopped. What has come is shown; search again, and it goes on from there.',
  progress: (done: number, all: number) =>
    `${done} of ${all} ${isOne(all) ? 'gene' : 'genes'} answered by every registry`,
  caption: 'People by gene and organism',
  gene: 'Gene',
  registries: 'Registries',
  people: (count: number) => (isOne(count) ? '1 person' : `${count} people`),
  atLeast: (count: number) => (isOne(count) ? 'at least 1 person' : `at least ${count} people`),
  withheld: (count: number) => (isOne(count) ? '1 name withheld' : `${count} names withheld`),
  /** On how many genes of the list a person works. */
  covers: (count: number, all: number) => `${count} of ${all} ${isOne(all) ? 'gene' : 'genes'}`,
  /** Follows the number of people. */
  mostFirst: 'those who work on most of the genes first',
  /** A button: further genes have arrived of people who are listed, and nobody new. */
  moreGenes: 'More genes of these people: show',
  firstPeople: (shown: number, all: number) => `The first ${shown} of ${all} people.`,
  showPeople: 'Show the people, most genes first',
  peopleTitle: 'Who works on most of these genes',
  peopleOfOne: 'Who works on this gene',
  kinds: {
    people: 'people: the number leads to them',
    nobody: 'nobody: every registry that knows the gene answered in full',
    'no-ortholog': 'no ortholog of the gene is known in the organism',
    unknown: 'not known: no registry knows the gene by this symbol',
    silent: 'no answer: nobody was found so far, and not every registry answered',
    waiting: 'answers are still to come',
  },
  short: {
    people: 'people',
    nobody: 'nobody, every registry that knows it answered',
    'no-ortholog': 'no ortholog is known there',
    unknown: 'no registry knows this symbol',
    silent: 'nobody found so far, not every registry answered',
    waiting: 'still to come',
  },
  /** A thing and its meaning. */
  clause: (what: string, said: string) => `${what}: ${said}`,
  more: 'there may be more',
  fromBefore: 'some of it from before',
  legend: 'What the signs mean',
  given: (texts: string) => `given as ${texts}`,
  mayBe: 'It may also be',
  notUnderstood: 'Not understood',
  didYouMean: 'Did you mean',
  originUnknown: 'symbol not known',
  originSilent: 'no answer',
  originBefore: 'from before',
  export: 'Download',
};
