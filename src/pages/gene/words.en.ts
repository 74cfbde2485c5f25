/** English words of the page of a list of genes. */

import { isOne } from '../../domain/plurals.ts';

export const geneList = {
  title: 'A list of genes',
  several: 'Search for a list of genes',
  lead: 'Who works on each of them, in every organism and every registry.',
  field: 'Genes',
  fieldHelp:
    'At most 100, on separate lines or separated by commas: symbols, aliases, identifiers of Ensembl, HGNC, NCBI or OMIM, variants. In a table, only the column of genes is read.',
  privacy:
    'A list of candidate genes can identify a patient. It appears in no address and in no log. It stays in this tab until you close the tab or clear the list. Other registries are asked about one gene at a time; most of them get it in the address of the request.',
  search: 'Search for these genes',
  /** Words of a pasted text follow. */
  mayBeGenes: 'These words may be genes or something else. They were not searched for:',
  confirm: (count: number): string =>
    isOne(count) ? 'It is a gene: search for it too' : 'They are genes: search for them too',
  /** Follows the first words that were not searched for. */
  andMore: (count: number) => `and ${count} more`,
  goOn: 'Go on',
  stop: 'Stop',
  forget: 'Clear list',
  forgotten: 'The list is cleared.',
  tooMany: (found: number, most: number) =>
    `The list has ${found} entries. You can search for at most ${most} at once.`,
  nothingGiven: 'Enter at least one gene.',
  failed: 'The search was interrupted. The answers so far are shown. Search again to continue.',
  busy: 'Too many lists are being searched at the moment. Please try again in a few seconds.',
  begun: (genes: number) => (isOne(genes) ? 'Searching for one gene.' : `Searching for ${genes} genes.`),
  stopped: 'Stopped. The answers so far are shown. Search again to continue.',
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
    people: 'number of people: select it to see them',
    nobody: 'nobody: every registry that knows the gene answered in full',
    'no-ortholog': 'no ortholog of the gene is known in the organism',
    unknown: 'not known: no registry knows the gene by this symbol',
    silent: 'no answer: nobody was found so far, and not every registry answered',
    waiting: 'waiting for answers',
  },
  short: {
    people: 'people',
    nobody: 'nobody, every registry that knows it answered',
    'no-ortholog': 'no ortholog is known there',
    unknown: 'no registry knows this symbol',
    silent: 'nobody found so far, not every registry answered',
    waiting: 'waiting',
  },
  /** A thing and its meaning. */
  clause: (what: string, said: string) => `${what}: ${said}`,
  more: 'there may be more',
  fromBefore: 'partly from an earlier answer',
  legend: 'Legend',
  given: (texts: string) => `given as ${texts}`,
  mayBe: 'It may also be',
  notUnderstood: 'Not understood',
  didYouMean: 'Did you mean',
  originUnknown: 'symbol not known',
  originSilent: 'no answer',
  originBefore: 'earlier answer',
  export: 'Download',
};
