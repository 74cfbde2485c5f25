/** The page of a request for its sender: first it asks whether the address is theirs, then it shows the state of the request. */

import type { SenderSees } from '../../domain/contact/request-events.ts';
import { isMailAddress } from '../../domain/mail-address.ts';
import { momentIn, timeElement } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, type PageView } from '../parts/layout.ts';
import type { AllWords } from '../words/words.ts';

/** The content of the request. */
type RequestCopy = {
  name: string;
  organisation: string;
  contact: string;
  reason: string;
  reference: string;
  receivedAt: string;
  confirmBy: string | null;
  symbol: string | undefined;
};

export type RequestStatusPage =
  | { outcome: 'shown' | 'confirmed' | 'nothing-chosen'; sees: SenderSees; request: RequestCopy }
  | { outcome: 'unknown' }
  | { outcome: 'deleted' };

/** The field with the sender's choice. No choice is preselected, so a form that is sent unchanged does nothing. */
export const CHOICE_FIELD = 'choice';
const CHOICES = ['mine', 'not-mine'] as const;

export function requestStatusPage(view: PageView, page: RequestStatusPage): string {
  const { status } = view.words.access;
  return layout(view, {
    title: status.heading,
    main: html`<h1>${status.heading}</h1>
${contentOf(view, page)}`,
  });
}

function contentOf(view: PageView, page: RequestStatusPage): Html {
  const { status } = view.words.access;
  if (page.outcome === 'deleted') return html`<p role="status">${status.deleted}</p>`;
  if (page.outcome === 'unknown') return html`<p class="error" role="alert">${status.unknown}</p>`;
  const { sees, request, outcome } = page;
  if (sees.state === 'unconfirmed') return question(view, request, outcome === 'nothing-chosen');
  return html`${stateOf(view, sees, request.reference)}
${
  outcome === 'confirmed' &&
  html`<p class="help">${status.keepAddress}</p>
${requestCopy(view.words, request)}`
}`;
}

function question(view: PageView, { reference, confirmBy }: RequestCopy, isOpen: boolean): Html {
  const { site, words, root, path, params } = view;
  const { status } = words.access;
  const query = params.size === 0 ? '' : `?${params}`;
  const problem = isOpen && html`<span class="error" id="choice-problem">${status.nothingChosen}</span>`;
  return html`<p>${status.isItYours(site.shortname, reference)}</p>
<form method="post" id="confirm-form" action="${root}${path}${query}">
<fieldset${isOpen && html` aria-describedby="choice-problem"`}><legend>${status.question}</legend>
${CHOICES.map((choice, at) => html`<p class="choice"><label><input type="radio" name="${CHOICE_FIELD}" value="${choice}" required${isOpen && at === 0 && html` autofocus`}> ${status.choices[choice]}</label></p>`)}
${problem}</fieldset>
<p><button type="submit">${status.send}</button></p>
</form>
${confirmBy !== null && html`<p class="help">${status.confirmBy(momentIn(confirmBy))}</p>`}`;
}

/** Shows the state. It is the same text for all states that the sender must not distinguish. */
function stateOf({ words, site }: PageView, sees: SenderSees, reference: string): Html {
  const { status } = words.access;
  const named = row(words.access.reference, html`<strong class="reference">${reference}</strong>`);
  const begun = 'openSince' in sees && html`${named}${row(status.openSince, momentOf(sees.openSince))}`;
  if (sees.state === 'accepted') {
    const { name, address, words: said } = sees;
    const way = isMailAddress(address)
      ? html`<a href="mailto:${address}"><bdi>${address}</bdi></a>`
      : html`<bdi>${address}</bdi>`;
    return html`<p id="request-state" data-state="accepted" role="status">${status.accepted}</p>
<dl>${begun}${row(status.name, html`<bdi>${name}</bdi>`)}${row(status.address, way)}${said !== null && row(status.words, said, 'text')}</dl>`;
  }
  if (sees.state === 'closed') {
    return html`<p id="request-state" data-state="closed" role="status">${status.closed(site.shortname)}</p>
<dl>${begun}${row(status.closedAt, momentOf(sees.closesAt))}</dl>`;
  }
  if (sees.state === 'not-now') {
    return html`<p id="request-state" data-state="not-now" role="status">${status.notNow}</p>
<dl>${begun}${sees.until !== null && row(status.until, timeElement(sees.until, sees.until))}${row(status.closes, momentOf(sees.closesAt))}</dl>`;
  }
  if (sees.state !== 'received') return html``;
  return html`<p id="request-state" data-state="received" role="status">${status.received(site.shortname)}</p>
<dl>${begun}${row(status.closes, momentOf(sees.closesAt))}</dl>
<p class="help">${status.noMore}</p>`;
}

/** Returns a copy of the request for the sender to save. */
export function requestCopy({ access }: AllWords, request: Omit<RequestCopy, 'confirmBy'>): Html {
  const { name, organisation, contact, reason, symbol } = request;
  return html`<section aria-labelledby="copy"><h2 id="copy">${access.copy}</h2>
<p class="help">${access.noCopyIsSent}</p>
<dl>${row(access.name, html`<bdi>${name}</bdi>`)}${organisation !== '' && row(access.organisation, html`<bdi>${organisation}</bdi>`)}${row(access.contact, html`<bdi>${contact}</bdi>`)}${symbol !== undefined && row(access.worksOn, html`<bdi>${symbol}</bdi>`)}${row(access.reason, reason, 'text')}</dl></section>`;
}

function momentOf(iso: string): Html {
  return timeElement(iso, momentIn(iso));
}

function row(title: string, value: Html | string, kind?: 'text'): Html {
  return html`<div><dt>${title}</dt><dd${kind === 'text' && html` class="text" dir="auto"`}>${value}</dd></div>`;
}
