/** The to-do list at the top of the administrators' page; each line links to the place for the action. */

import { type Html, html } from '../../parts/html.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import type { Desk } from './desk.ts';
import type { KnownPartner } from './partners.ts';
import { type AccessRequests, isOpen } from './requests.ts';
import { endsSoon, type Token } from './tokens.ts';

export type Overview = {
  partners: readonly KnownPartner[];
  accessRequests: AccessRequests;
  tokens: readonly Token[];
};

type ToDo = { section: 'requests-title' | 'partners-title' | 'tokens-title'; text: string };

export function showToDo(overview: Overview, { view }: Desk): void {
  const { toDo } = view.words.admin;
  const all = toDoOf(overview, Date.now(), view.words);
  byId('to-do').replaceChildren(...elementsOf(all.length === 0 ? [html`<li>${toDo.nothing}</li>`] : all.map(line)));
}

function line({ section, text }: ToDo): Html {
  return html`<li><a href="#${section}">${text}</a></li>`;
}

/** Returns the lines: first people who wait, then registries without answers, then what ends soon. @param now in ms */
export function toDoOf({ partners, accessRequests, tokens }: Overview, now: number, words: AllWords): ToDo[] {
  const { toDo } = words.admin;
  const open = accessRequests.requests.filter(isOpen).length;
  const isItself = ({ details }: KnownPartner) => details?.isThisRegistry === true;
  const others = partners.filter((one) => !isItself(one));
  const named = (some: readonly KnownPartner[], sentenceOf: (names: string) => string) =>
    some.length === 0 ? [] : [sentenceOf(words.listed(some.map(({ name }) => name)))];
  const ofPartners = [
    ...named(
      others.filter(({ state }) => state === 'failing' || state === 'resting'),
      toDo.silent,
    ),
    ...named(
      others.filter(({ details }) => details?.tokenState === 'refused'),
      toDo.tokenRefused,
    ),
    ...named(partners.filter(isItself), toDo.itself),
  ];
  const ending = tokens.filter(({ expiresAt }) => endsSoon(expiresAt, now)).length;
  return [
    ...(open > 0 ? [{ section: 'requests-title', text: toDo.requests(open) } as const] : []),
    ...ofPartners.map((text) => ({ section: 'partners-title', text }) as const),
    ...(ending > 0 ? [{ section: 'tokens-title', text: toDo.tokens(ending) } as const] : []),
  ];
}
