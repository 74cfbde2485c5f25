/** The suggestions of the search box: the meanings of the typed text by kind, each with its reason. */

import type { Candidate, GeneName, OfferedSearch, Resolution } from '../../domain/resolve/candidate.ts';
import { searchOfGene, searchOfText } from '../parts/box-links.ts';
import { genesText, identifierText, reasonText, searchText } from '../parts/candidate-words.ts';
import { taxonLabel } from '../parts/labels.ts';
import type { LaterView, View } from '../parts/view.ts';
import { type Choice, combobox } from './combobox.ts';
import { withLaterWords } from './later-words.ts';
import type { FetchesJson } from './page.ts';

const MOST_CANDIDATES = 8;
/** Longer texts are not names, so they get no suggestions. */
const MOST_CHARACTERS = 200;

/** A suggestion and its address; undefined if the box sends the text itself, so that no address holds it. */
type Meaning = Choice & { href: string | undefined };

/** Adds suggestions to a search box. */
export async function suggestMeanings(input: HTMLInputElement, given: View, ask: FetchesJson): Promise<void> {
  const words = await withLaterWords(given.words);
  const view = { ...given, words };
  let offered: readonly Meaning[] = [];
  combobox({
    input,
    label: words.box.label,
    async suggest(typed, signal) {
      // The text is sent in a body, because it may be about a patient.
      const body = { text: typed, limit: MOST_CANDIDATES };
      offered = meaningsOf(view, await ask.json<Resolution>('/api/federated/resolve', undefined, { signal, body }));
      return [...offered];
    },
    countText: words.suggestionsLive,
    take(choice) {
      const href = offered.find((one) => one === choice)?.href;
      input.value = choice.value;
      if (href === undefined) input.form?.requestSubmit();
      else location.assign(href);
      return undefined;
    },
    // A list of genes may identify a patient, so it is only sent with the form.
    isOver: (typed) => typed.length > MOST_CHARACTERS || /[,;\n\t↵]/.test(typed),
  });
}

function meaningsOf(view: LaterView, { isList, entries, searches, people }: Resolution): Meaning[] {
  if (isList) return [];
  const candidates = entries.flatMap(({ candidates: found, didYouMean }) => [...found, ...didYouMean]);
  const genes = candidates.flatMap((one) => (one.kind === 'gene' ? [one.gene] : []));
  const meanings = candidates.slice(0, MOST_CANDIDATES).map((candidate) => meaningOf(view, candidate, genes));
  const named = people.map((text) => personMeaning(view, text));
  const others = searches.map((search) => searchMeaning(view, search));
  return [...meanings.toSorted(byGroupOf(meanings)), ...named, ...others];
}

/** Returns a comparison that orders groups by their best candidates. */
function byGroupOf(meanings: readonly Meaning[]): (a: Meaning, b: Meaning) => number {
  const groups = [...new Set(meanings.map(({ group }) => group))];
  return (a, b) => groups.indexOf(a.group) - groups.indexOf(b.group);
}

function meaningOf(view: LaterView, candidate: Candidate, beside: readonly GeneName[]): Meaning {
  const { words } = view;
  const group = words.box.groups[candidate.kind];
  if (candidate.kind === 'gene') {
    const { gene } = candidate;
    const organism = taxonLabel(words, { id: gene.taxonId, commonName: gene.taxonName });
    const href = searchOfGene(view, gene, { beside });
    const reason = reasonText(words, candidate.reason, [gene.symbol]);
    const detail = [organism, identifierText(gene), reason].join(' · ');
    return { value: gene.symbol, label: gene.symbol, detail, group, href };
  }
  const [id, name] =
    candidate.kind === 'disease'
      ? [candidate.disease.diseaseId, candidate.disease.name]
      : [candidate.term.termId, candidate.term.name];
  const reason = reasonText(words, candidate.reason, [id, name]);
  const detail = [id, genesText(words, candidate), reason].filter(Boolean).join(' · ');
  return { value: id, label: name ?? id, detail, group, href: undefined };
}

function personMeaning(view: LaterView, text: string): Meaning {
  const href = searchOfText(view, { kind: 'people', text });
  return { value: text, label: text, detail: '', group: view.words.box.groups.person, href };
}

function searchMeaning(view: LaterView, search: OfferedSearch): Meaning {
  const { words } = view;
  const group = words.box.groups.search;
  return { value: search.text, label: searchText(words, search), detail: '', group, href: searchOfText(view, search) };
}
