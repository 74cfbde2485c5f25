/** The suggestions of the form fields: genes, and terms of large ontologies, which become chips. */

import type { GeneSuggestion, TermSuggestion } from '../../domain/query/suggestions.ts';
import { HUMAN_TAXON_ID } from '../parts/choices.ts';
import type { View } from '../parts/view.ts';
import type { LaterWords } from '../words/words.ts';
import { combobox } from './combobox.ts';
import { withLaterWords } from './later-words.ts';
import type { FetchesJson } from './page.ts';

const MOST_GENES = 10;
const MOST_TERMS = 20;

/** Adds suggestions to every field with `data-suggest`. */
export async function suggestions(given: Pick<View, 'words'>, ask: FetchesJson): Promise<void> {
  const words = await withLaterWords(given.words);
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-suggest=genes]')) {
    genes(input, ask, words);
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-suggest=terms]')) {
    terms(input, ask, words);
  }
}

/** Disables the choice of orthologs unless the organism is human: the data only have orthologs of human genes. */
export function orthologsOfHuman(): void {
  const [taxon, ortholog] = ['taxonId', 'orthologTaxonId'].map((id) => document.getElementById(id));
  if (!(taxon instanceof HTMLSelectElement && ortholog instanceof HTMLFieldSetElement)) return;
  const update = () => {
    ortholog.disabled = taxon.value !== HUMAN_TAXON_ID;
  };
  taxon.addEventListener('change', update);
  update();
}

function genes(input: HTMLInputElement, ask: FetchesJson, words: LaterWords): void {
  combobox({
    input,
    label: labelOf(input),
    async suggest(typed, signal) {
      const taxonId = input.form?.querySelector('select')?.value ?? '';
      const found = await ask.json<GeneSuggestion[]>('/suggest/genes', new URLSearchParams({ q: typed, taxonId }), {
        signal,
      });
      return found.slice(0, MOST_GENES).map(({ symbol, name, matchedAlias }) => ({
        value: symbol,
        label: symbol,
        detail: [matchedAlias, name].filter(Boolean).join(' · '),
      }));
    },
    countText: words.suggestionsLive,
    take({ value }) {
      input.value = value;
      return undefined;
    },
    // A comma cannot be part of a symbol; names of terms may contain commas.
    isOver: (typed) => typed.includes(','),
  });
}

/**
 * Shows the chosen terms of a field as chips, which can be removed. A hidden field sends their ids; text that was not
 * chosen from the list is sent as a name.
 */
function terms(field: HTMLInputElement, ask: FetchesJson, words: LaterWords): void {
  const { removeTerm, termIdsHelp, termSearchHelp } = words;
  const help = document.getElementById(`${field.id}-help`);
  if (help !== null) help.textContent = help.textContent.replace(termIdsHelp, termSearchHelp);
  const ontologyName = field.dataset.ontology ?? '';
  const search = field.cloneNode() as HTMLInputElement;
  field.type = 'hidden';
  field.id = `${search.id}-ids`;
  search.removeAttribute('data-suggest');
  search.value = '';
  const chips = document.createElement('ul');
  chips.className = 'chips';
  field.after(search, chips);
  const chosen = new Map(
    field.value
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((id) => [id, id]),
  );

  function write(): void {
    field.value = [...chosen.keys()].join(',');
    const focused = [...chips.children].findIndex((chip) => chip.contains(document.activeElement));
    chips.replaceChildren(
      ...[...chosen].map(([termId, name]) => {
        const chip = document.createElement('li');
        const remove = document.createElement('button');
        remove.type = 'button';
        remove.setAttribute('aria-label', removeTerm(name));
        remove.textContent = '×';
        remove.addEventListener('click', () => {
          chosen.delete(termId);
          write();
          search.focus();
        });
        const text = document.createElement('bdi');
        text.textContent = name;
        text.title = termId;
        chip.append(text, ' ', remove);
        return chip;
      }),
    );
    // A name may arrive while a chip has the focus.
    if (focused >= 0) chips.children[focused]?.querySelector('button')?.focus();
  }

  const suggest = async (typed: string, signal?: AbortSignal) => {
    const params = new URLSearchParams({ ontologyName, q: typed });
    return (await ask.json<TermSuggestion[]>('/suggest/terms', params, { signal })).slice(0, MOST_TERMS);
  };
  combobox({
    input: search,
    label: labelOf(search),
    suggest: async (typed, signal) =>
      (await suggest(typed, signal)).map(({ termId, name }) => ({ value: termId, label: name, detail: termId })),
    countText: words.suggestionsLive,
    take({ value, label }) {
      chosen.set(value, label);
      search.value = '';
      write();
      return words.termChosenLive(label);
    },
  });
  write();
  // An address has only the ids of terms, so their names are requested.
  for (const id of [...chosen.keys()]) {
    void suggest(id)
      .then((found) => found.find(({ termId }) => termId.toLowerCase() === id.toLowerCase()))
      .then((term) => {
        if (term === undefined || !chosen.has(id)) return;
        chosen.set(id, term.name);
        write();
      }, ignore);
  }
}

/** A chip may show the id instead of the name. */
function ignore(): void {}

function labelOf(input: HTMLInputElement): string {
  return document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent ?? '';
}
