/** The form that asks the administrators for access to an anonymised record, and what became of it. */

import { type Html, html } from '../html.ts';
import { backLink } from '../parts/back-link.ts';
import { clockTime, timeElement } from '../words/dates.ts';
import type { Words } from '../words/words.ts';
import { layout, type PageView } from './layout.ts';

export type AccessPage = {
  registry: string;
  /** How long a reference can be resolved, and this one from now on. */
  lifetimeMinutes: number;
  expiry: { at: Date; inMinutes: number } | undefined;
  /** Longest reason, in characters. */
  longestReason: number;
  /** What was filled in, to be mended; empty at first. */
  form: { contact: string; reason: string };
  /** A field that people do not see and programs fill in. */
  trapField: string;
  outcome: 'open' | 'sent' | 'mistaken' | 'unknown-id' | 'too-many';
  problems: readonly ('reason-missing' | 'reason-too-long' | 'contact-invalid')[];
};

export function requestAccessPage(view: PageView, page: AccessPage): string {
  const { words } = view;
  return layout(view, {
    title: words.accessHeading,
    main: html`<h1>${words.accessHeading}</h1>
${contentOf(view, page)}
${backLink(view)}`,
  });
}

function contentOf(view: PageView, page: AccessPage): Html {
  const { words } = view;
  if (page.outcome === 'sent') return html`<p role="status">${words.accessSent}</p>`;
  if (page.outcome === 'unknown-id') {
    return html`<p class="error" role="alert">${words.errors[404]}</p><p>${words.accessExpiry(page.lifetimeMinutes)}</p>`;
  }
  return html`<p>${words.accessIntro(page.registry)}</p>
${page.expiry !== undefined && expiryText(page.expiry, words)}
${page.outcome === 'too-many' && html`<p class="error" role="alert">${words.accessTooMany}</p>`}
${formOf(view, page)}`;
}

function expiryText({ at, inMinutes }: NonNullable<AccessPage['expiry']>, words: Words): Html {
  const iso = at.toISOString();
  return html`<p>${timeElement(iso, words.accessExpiresAt(inMinutes, clockTime(iso)))}</p>`;
}

function formOf({ words }: PageView, { form, problems, longestReason, trapField }: AccessPage): Html {
  const reason = problems
    .filter((problem) => problem !== 'contact-invalid')
    .map((one) => told(one, words, longestReason));
  const contact = problems
    .filter((problem) => problem === 'contact-invalid')
    .map((one) => told(one, words, longestReason));
  return html`<form method="post" id="access-form">
<p class="field"><label for="reason">${words.accessReason}</label>
<textarea id="reason" name="reason" rows="6" required maxlength="${longestReason}" aria-describedby="reason-help${problemId('reason', reason)}"${invalid(reason)}>${form.reason}</textarea>
<span class="help" id="reason-help">${words.accessReasonHelp}</span>${problemText('reason', reason)}</p>
<p class="field"><label for="contact">${words.accessContact}</label>
<input id="contact" name="contact" type="email" required maxlength="254" autocomplete="email" value="${form.contact}" aria-describedby="contact-help${problemId('contact', contact)}"${invalid(contact, reason.length === 0)}>
<span class="help" id="contact-help">${words.accessContactHelp}</span>${problemText('contact', contact)}</p>
<p class="trap" aria-hidden="true"><label for="${trapField}">${trapField}</label><input id="${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></p>
<p><button type="submit">${words.accessSend}</button></p>
</form>`;
}

function told(problem: AccessPage['problems'][number], words: Words, longestReason: number): string {
  if (problem === 'contact-invalid') return words.accessContactInvalid;
  return problem === 'reason-missing' ? words.accessReasonMissing : words.accessReasonTooLong(longestReason);
}

function problemId(field: string, problems: readonly string[]): string {
  return problems.length === 0 ? '' : ` ${field}-problem`;
}

/** The first mistake is where the page begins, for whoever hears it. */
function invalid(problems: readonly string[], isFirst = true): Html | undefined {
  return problems.length === 0 ? undefined : html` aria-invalid="true"${isFirst && html` autofocus`}`;
}

function problemText(field: string, problems: readonly string[]): Html | undefined {
  return problems.length === 0
    ? undefined
    : html`<span class="error" id="${field}-problem">${problems.join(' ')}</span>`;
}
