/** The shortlist at the foot of every page: a line with the names, and the list with its notes. */

import { type Chosen, hasExpired, keyOf, LONGEST_NOTE } from '../../domain/contact/shortlist.ts';
import { timeElement } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import type { LaterView } from '../parts/view.ts';
import type { Words } from '../words/words.ts';
import { calledOf, wayTo } from './contact-links.ts';

/** The number of names in the line; the list has all. */
const MOST_NAMES = 4;

type TrayState = { /** Whether the list is shown above the line. */ isOpen: boolean; isStored: boolean };

export function trayLine(view: LaterView, list: readonly Chosen[], { isOpen, isStored }: TrayState): Html {
  const { message } = view.words;
  return html`<h2 id="shortlist-title">${message.shortlistOf(list.length)}</h2>
<ul class="names">${list.slice(0, MOST_NAMES).map((one) => html`<li>${personLink(view, one)}</li>`)}${list.length > MOST_NAMES && html`<li>…</li>`}</ul>
${!isStored && html`<span class="unsure">${message.notStored}</span>`}
<button type="button" id="shortlist-notes" aria-expanded="${String(isOpen)}" aria-controls="shortlist-list">${isOpen ? message.closeNotes : message.notes}</button>
<button type="button" id="shortlist-draft" class="go">${message.draft(list.length)}</button>`;
}

/** @param now in ms */
export function trayList(view: LaterView, list: readonly Chosen[], now: number): Html {
  const { message } = view.words;
  return html`<ol>${list.map((one, at) => trayPerson(view, one, { isFirst: at === 0, isLast: at === list.length - 1, now }))}</ol>
<p class="bar"><button type="button" id="shortlist-clear">${message.clear}</button> <span class="help">${message.onlyHere}</span></p>`;
}

type Place = { isFirst: boolean; isLast: boolean; now: number };

function trayPerson(view: LaterView, one: Chosen, { isFirst, isLast, now }: Place): Html {
  const { message } = view.words;
  const called = calledOf(one, view.words);
  const about = one.gene === '' ? '' : message.workOn(one.gene, one.organism);
  const facts = [about, one.organisation, one.registry].filter((fact) => fact !== '');
  const button = (act: string, text: string, label: string, isOff = false) =>
    html`<button type="button" data-act="${act}" aria-label="${label}"${isOff && html` disabled`}>${text}</button>`;
  return html`<li data-key="${keyOf(one)}"><div><b>${personLink(view, one)}</b> <span class="facts">${facts.map((fact, index) => html`${index > 0 && ' · '}<bdi>${fact}</bdi>`)}</span>
${one.expires !== '' && expiryOf(one, view, now)}</div>
<label class="note"><span class="visually-hidden">${message.noteOn(called)}</span><textarea rows="1" maxlength="${LONGEST_NOTE}" placeholder="${message.note}">${one.note}</textarea></label>
<div class="acts">${button('up', message.up, message.upOf(called), isFirst)}${button('down', message.down, message.downOf(called), isLast)}${button('remove', message.remove, message.removeOf(called))}</div></li>`;
}

function personLink(view: LaterView, one: Chosen): Html {
  return html`<a href="${wayTo(view, one)}"><bdi>${calledOf(one, view.words)}</bdi></a>`;
}

/** Returns until when access can be requested, in local time. */
export function expiryOf(one: Pick<Chosen, 'expires'>, { words }: LaterView, now: number): Html {
  const { message } = words;
  if (hasExpired(one, now)) return html`<span class="expiry unsure">${message.expired}</span>`;
  return html`<span class="expiry help">${timeElement(one.expires, message.expiresAt(localTime(one.expires, words)))}</span>`;
}

/** Only scripts call this, in the reader's time zone. */
function localTime(iso: string, { lang }: Words): string {
  return new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(iso));
}
