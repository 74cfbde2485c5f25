/** What the one box offers while somebody types: what the text may mean, grouped, each with its reason. */

import type { Candidate, GeneName, OfferedSearch, Resolution } from '../../domain/resolve/candidate.ts';
import { taxonLabel } from '../parts/labels.ts';
import { searchOfGene, searchOfText } from '../parts/search/box-links.ts';
import { genesText, identifierText, reasonText, searchText } from '../parts/search/candidate-words.ts';
import type { View } from '../parts/view.ts';
import { type Choice, combobox } from './combobox.ts';
import type { FetchesJson } from './page.ts';

const MOST_CANDIDATES = 8;
/** A longer text is no name that is being typed. */
const MOST_CHARACTERS = 200;

/** Where a choice of the list leads to; undefined for what is sent from the box, so that no address holds it. */
type Meaning = Choice & { href: string | undefined };

/** Equips a box that somebody types into. */
export function suggestMeanings(input: HTMLInputElement, view: View, ask: FetchesJson): void {
  const { words } = view;
  let offered: readonly Meaning[] = [];
  combobox({
    input,
    label: words.box.label,
    async suggest(typed, signal) {
      // In a body: what somebody types may be about a patient.
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
    // A list of genes may point to a patient, and is sent in a body only.
    isOver: (typed) => typed.length > MOST_CHARACTERS || /[,;\n\t]/.test(typed),
  });
}

function meaningsOf(view: View, { isList, entries, searches }: Resolution): Meaning[] {
  if (isList) return [];
  const candidates = entries.flatMap(({ candidates: found, didYouMean }) => [...found, ...didYouMean]);
  const genes = candidates.flatMap((one) => (one.kind === 'gene' ? [one.gene] : []));
  const meanings = candidates.slice(0, MOST_CANDIDATES).map((candidate) => meaningOf(view, candidate, genes));
  return [...meanings.toSorted(byGroupOf(meanings)), ...searches.map((search) => searchMeaning(view, search))];
}

/** Groups in the order of their best candidates. */
function byGroupOf(meanings: readonly Meaning[]): (a: Meaning, b: Meaning) => number {
  const groups = [...new Set(meanings.map(({ group }) => group))];
  return (a, b) => groups.indexOf(a.group) - groups.indexOf(b.group);
}

function meaningOf(view: View, candidate: Candidate, beside: readonly GeneName[]): Meaning {
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

function searchMeaning(view: View, search: OfferedSearch): Meaning {
  const { words } = view;
  const group = words.box.groups.search;
  return { value: search.text, label: searchText(words, search), detail: '', group, href: searchOfText(view, search) };
}
