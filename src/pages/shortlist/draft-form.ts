/** The dialog to write a message: its recipients, its subject and its text. */

import type { Chosen } from '../../domain/contact/shortlist.ts';
import { breakable } from '../parts/breakable.ts';
import { type Html, html } from '../parts/html.ts';
import type { LaterView } from '../parts/view.ts';
import { calledOf, wayTo } from './contact-links.ts';
import type { Draft } from './draft.ts';
import { expiryOf } from './tray.ts';

/** Mail programs do not open links with longer texts. */
const LONGEST_SUBJECT = 200;
const LONGEST_BODY = 5000;

/** Returns the content of the dialog. @param now in ms */
export function draftForm(view: LaterView, people: readonly Chosen[], draft: Draft, now: number): Html {
  const { message } = view.words;
  const [only] = people;
  const isOne = people.length === 1 && only !== undefined;
  return html`<h2 id="draft-title">${isOne ? message.draftTo(calledOf(only, view.words)) : message.draftToAll(people.length)}</h2>
<ul id="draft-people">${people.map((one, at) => html`<li data-at="${at}">${recipientOf(view, one, now)}</li>`)}</ul>
<p class="field"><label for="draft-subject">${message.subject}</label><input id="draft-subject" maxlength="${LONGEST_SUBJECT}" autocomplete="off" value="${draft.subject}"></p>
<p class="field"><label for="draft-text">${message.text}</label><textarea id="draft-text" rows="9" maxlength="${LONGEST_BODY}" aria-describedby="draft-help">${draft.body}</textarea>
<span class="help" id="draft-help">${isOne ? message.textHelp : message.textHelpAll}</span></p>
<p id="draft-live" class="help" role="status"></p>
<p class="bar"><button type="button" id="draft-copy">${message.copy}</button> <button type="button" id="draft-close">${message.close}</button></p>`;
}

function recipientOf(view: LaterView, one: Chosen, now: number): Html {
  const called = calledOf(one, view.words);
  const { message } = view.words;
  const reach =
    one.expires === ''
      ? html`<span class="address">${message.lookingUp}</span>`
      : html`<span class="address">${expiryOf(one, view, now)}</span> ${wayLink(view, one)}`;
  return html`<bdi class="called">${called}</bdi> <span class="reach">${reach}</span>`;
}

/** Returns the result of looking up an address: the address with a link for a mail program, or another way to contact the person. */
export function reachOf(
  view: LaterView,
  one: Chosen,
  found: { email: string; mailto: string | undefined } | 'none' | 'failed',
): Html {
  const { message } = view.words;
  const called = calledOf(one, view.words);
  if (found === 'none' || found === 'failed') {
    return html`<span class="address">${found === 'none' ? message.noAddress : message.lookUpFailed}</span> ${wayLink(view, one)}`;
  }
  const { email, mailto } = found;
  if (mailto === undefined)
    return html`<span class="address"><bdi>${breakable(email)}</bdi> <span class="unsure">${message.tooLong}</span></span>`;
  return html`<bdi class="address">${breakable(email)}</bdi> <a class="go" href="${mailto}" aria-label="${message.openMailTo(called)}">${message.openMail}</a>`;
}

function wayLink(view: LaterView, one: Chosen): Html {
  const { message } = view.words;
  const called = calledOf(one, view.words);
  const isWithheld = one.expires !== '';
  const label = isWithheld ? message.accessTo(called) : message.profileOf(called);
  return html`<a href="${wayTo(view, one)}" aria-label="${label}">${isWithheld ? message.access : message.profile}</a>`;
}
