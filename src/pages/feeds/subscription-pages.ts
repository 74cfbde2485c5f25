/** The form to subscribe to messages about new people, and the pages of the links in such messages. */

import { FREQUENCIES, type Frequency } from '../../domain/federation/subscription.ts';
import { selectField } from '../parts/form-fields.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, type PageView } from '../parts/layout.ts';
import { linkTo } from '../parts/view.ts';

export type SubscribePage = {
  /** The question in words. */
  sentence: string;
  /** The parameters of the search page. */
  search: URLSearchParams;
  form: { address: string; frequency: Frequency };
  outcome: 'open' | 'sent' | 'mistaken' | 'too-many' | 'full';
  /** The name of a field that people do not see and bots fill in. */
  trapField: string;
};

export function subscribePage(view: PageView, page: SubscribePage): string {
  const { subscription } = view.words;
  const { sentence, search, form, outcome } = page;
  const main =
    outcome === 'sent'
      ? html`<p role="status">${subscription.sent(form.address)}</p>`
      : html`${outcome === 'too-many' && errorText(subscription.tooMany)}${outcome === 'full' && errorText(subscription.full)}
${formOf(view, page)}`;
  return layout(view, {
    title: subscription.title,
    main: html`<h1>${subscription.title}</h1>
<p>${subscription.about}</p>
<blockquote dir="auto">${sentence}</blockquote>
${main}
<p class="back"><a href="${linkTo(view, 'search', search)}">${view.words.backToSearch}</a></p>`,
  });
}

function formOf(view: PageView, { form, outcome, trapField }: SubscribePage): Html {
  const { subscription } = view.words;
  const isMistaken = outcome === 'mistaken';
  const described = isMistaken ? 'address-help address-problem' : 'address-help';
  const options = FREQUENCIES.map((value) => ({ value, text: subscription.frequencies[value] }));
  return html`<form method="post" id="subscribe-form" action="${addressOf(view)}">
<p class="field"><label for="address">${subscription.address}</label>
<input id="address" name="address" type="email" required maxlength="254" autocomplete="email" value="${form.address}" aria-describedby="${described}"${isMistaken && html` aria-invalid="true" autofocus`}>
<span class="help" id="address-help">${subscription.addressHelp}</span>${isMistaken && html`<span class="error" id="address-problem">${subscription.addressInvalid}</span>`}</p>
${selectField({ id: 'frequency', name: 'frequency', label: subscription.frequency, value: form.frequency }, options)}
<p class="trap" aria-hidden="true"><label for="${trapField}">${trapField}</label><input id="${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></p>
<p><button type="submit">${subscription.send}</button></p>
</form>`;
}

export type LinkPage = {
  kind: 'confirm' | 'leave';
  /** The question in words; undefined if the stored question is no longer readable. */
  sentence: string | undefined;
  address: string;
  frequency: Frequency;
  /** `unticked`: the form was sent without the tick. */
  outcome: 'open' | 'unticked' | 'done' | 'full';
  /** The names of registries that may have had more people at the time of confirmation. */
  partly: readonly string[];
  /** The path to unsubscribe, from the root, after the confirmation. */
  unsubscribePath: string | undefined;
};

/** The field that the reader has to tick; without it, sending the form does nothing. */
export const TICK_FIELD = 'wanted';

export function linkPage(view: PageView, page: LinkPage): string {
  const { subscription } = view.words;
  const title = page.kind === 'confirm' ? subscription.confirmTitle : subscription.unsubscribeTitle;
  return layout(view, {
    title,
    main: html`<h1>${title}</h1>\n${page.outcome === 'done' ? done(view, page) : tickForm(view, page)}`,
  });
}

function done(view: PageView, { kind, sentence, address, partly, unsubscribePath }: LinkPage): Html {
  const { subscription } = view.words;
  if (kind === 'leave') return html`<p id="left" role="status">${subscription.unsubscribed}</p>`;
  return html`<p id="confirmed" role="status">${subscription.confirmed(address)}</p>
${quoted(sentence)}
${partly.length > 0 && html`<p>${subscription.notAll(partly.join(', '))}</p>`}
${unsubscribePath !== undefined && html`<p><a href="${linkTo(view, unsubscribePath)}">${subscription.unsubscribeLink}</a></p>`}`;
}

function tickForm(view: PageView, { kind, sentence, address, frequency, outcome }: LinkPage): Html {
  const { subscription } = view.words;
  const words =
    kind === 'confirm'
      ? { ask: subscription.confirmAsk, tick: subscription.confirmTick, press: subscription.confirm }
      : { ask: subscription.unsubscribeAsk, tick: subscription.unsubscribeTick, press: subscription.unsubscribe };
  return html`${outcome === 'full' && errorText(subscription.full)}${outcome === 'unticked' && errorText(subscription.tickFirst)}
<p>${words.ask(address)}</p>
${quoted(sentence)}
<p>${subscription.frequencies[frequency]}</p>
<form method="post" action="${addressOf(view)}">
<p><label><input type="checkbox" name="${TICK_FIELD}" value="yes" required> ${words.tick}</label></p>
<p><button type="submit">${words.press}</button></p>
</form>`;
}

function quoted(sentence: LinkPage['sentence']): Html | undefined {
  return sentence === undefined ? undefined : html`<blockquote dir="auto">${sentence}</blockquote>`;
}

/** Returns the page for an invalid link. It is the same for every reason. */
export function goneLinkPage(view: PageView): string {
  const { subscription } = view.words;
  return layout(view, {
    title: subscription.goneTitle,
    main: html`<h1>${subscription.goneTitle}</h1>\n${errorText(subscription.gone)}`,
  });
}

function errorText(text: string): Html {
  return html`<p class="error" role="alert">${text}</p>`;
}

/** Returns the address of this page. */
function addressOf({ root, path, params }: PageView): string {
  return `${root}${path}${params.size === 0 ? '' : `?${params}`}`;
}
