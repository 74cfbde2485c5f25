/** The form for a request for access to an anonymised record, and the result of sending it. */

import type { AccessForm, AccessFormProblem } from '../../domain/contact/access-form.ts';
import type { CarriedGene } from '../../domain/contact/carried-gene.ts';
import { nameInSentence, shownText } from '../../domain/shown-text.ts';
import { clockTime, momentIn, shortClock, timeElement } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import { backLink, layout, type PageView } from '../parts/layout.ts';
import { symbolInSentence, taxonOfRecord } from '../parts/record-names.ts';
import { linkTo } from '../parts/view.ts';
import { type AnsweredRecord, isGeneRecord, ownerOf } from '../people/found-record.ts';
import { MOST_LISTED } from '../people/person.ts';
import { badges, kindsOf, organsOf } from '../people/profile-page.ts';
import type { AllWords } from '../words/words.ts';
import { requestCopy } from './request-status-page.ts';

export type AccessPage = {
  registry: string;
  /** How long the references of this registry are valid, and until when this one is. */
  lifetimeMinutes: number;
  expiry: { at: Date } | undefined;
  /** Whether the person gets a confirmed request without an administrator. */
  isForwardedAtOnce: boolean;
  /** The anonymised record as the public sees it; undefined if the reference has expired. */
  record: AnsweredRecord | undefined;
  /** The gene that was searched for, taken from the link to this page. */
  searched: CarriedGene | undefined;
  /** The limits of reason and name, in characters. */
  longestReason: number;
  longestName: number;
  /** The values to correct; empty at first. */
  form: AccessForm;
  /** Names of invisible fields: one that only bots fill in, and one with the text that the reason was prefilled with. */
  trapField: string;
  begunField: string;
  /** `elsewhere`: only the registry of the record accepts requests. */
  outcome: 'open' | 'elsewhere' | 'sent' | 'mistaken' | 'unknown-id' | 'not-taken' | 'too-many' | 'too-many-of-address';
  /** The form of the registry of the record, if it is another registry. */
  formThere: string | undefined;
  /** After sending: the reference, the time, the time limit of the confirmation, and the page of the request. */
  receipt:
    | {
        reference: string;
        receivedAt: string;
        confirmBy: string | null;
        page: { path: string } | { url: string } | null;
      }
    | undefined;
  problems: readonly AccessFormProblem[];
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
  if (page.outcome === 'sent') return sent(view, page);
  if (page.outcome === 'unknown-id') {
    const life = page.formThere === undefined && html`<p>${words.accessExpiry(page.lifetimeMinutes)}</p>`;
    return html`<p class="error" role="alert">${words.errors[404]}</p>${life}`;
  }
  if (page.outcome === 'elsewhere') return elsewhere(words, page);
  return html`<p>${words.accessIntro(page.registry)}</p>
${subject(view, page)}
${page.expiry !== undefined && expiryText(page.expiry, words)}
${page.outcome === 'not-taken' && html`<p class="error" role="alert">${words.access.notTaken(page.registry)}</p>`}
${formThere(words, page)}
${page.outcome === 'too-many' && html`<p class="error" role="alert">${words.accessTooMany}</p>`}
${page.outcome === 'too-many-of-address' && html`<p class="error" role="alert">${words.access.tooManyOfAddress}</p>`}
${formOf(view, page)}`;
}

function elsewhere(words: AllWords, page: AccessPage): Html {
  const { expiry, registry } = page;
  const iso = expiry?.at.toISOString();
  return html`<p>${words.access.elsewhere(registry)}</p>
${formThere(words, page)}
${iso !== undefined && html`<p>${timeElement(iso, words.access.expiresThere(registry, shortClock(iso)))}</p>`}`;
}

function formThere(words: AllWords, { formThere: address, registry }: AccessPage): Html | undefined {
  if (address === undefined) return undefined;
  return html`<p><a href="${address}" rel="external" id="form-there">${words.access.formThere(registry)}</a></p>`;
}

/** Shows the public facts of the record, which never say who the person is. */
function subject(view: PageView, { registry, record, searched }: AccessPage): Html | undefined {
  if (record === undefined) return undefined;
  const { words } = view;
  const gene = geneOf(record, searched, words);
  const shown = [...kindsOf(ownerOf(record), view, MOST_LISTED), ...organsOf(ownerOf(record), view, MOST_LISTED)];
  const tiers: Readonly<Record<string, string>> = words.tiers;
  const tier = isGeneRecord(record) && Object.hasOwn(tiers, record.tier) ? tiers[record.tier] : undefined;
  const rows: [string, string | undefined][] = [
    [words.access.worksOn, gene?.gene],
    [words.columns.organism, gene?.organism],
    [words.access.tier, tier],
    [words.columns.registry, registry],
  ];
  return html`<section class="subject" aria-labelledby="about"><h2 id="about">${words.access.about}</h2>
<p>${words.access.record}</p>
<dl>${rows.map(([title, value]) => value && html`<div><dt>${title}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
${badges(shown)}</section>`;
}

/** Returns the gene of the record, or else the one that was searched for. */
function geneOf(record: AnsweredRecord, searched: CarriedGene | undefined, words: AllWords): CarriedGene | undefined {
  if (!isGeneRecord(record)) return searched;
  return { gene: shownText(record.symbol), organism: taxonOfRecord(words, record.taxon) };
}

/** Says what the sender has to do next, with the receipt and a copy to save. */
function sent(view: PageView, page: AccessPage): Html {
  const { words } = view;
  const { access } = words;
  const { registry, form, receipt, expiry, formThere } = page;
  const contactEmail = formThere === undefined ? view.site.contactEmail : undefined;
  const toConfirm = receipt?.confirmBy ?? undefined;
  const pageOfIt = receipt?.page
    ? html`<a href="${'url' in receipt.page ? receipt.page.url : linkTo(view, receipt.page.path)}" id="request-page">${access.pageOfIt}</a> <span class="help">${access.status.keepAddress}</span>`
    : undefined;
  const facts: [string, Html | string | undefined][] = [
    [
      access.reference,
      receipt &&
        html`<strong class="reference">${receipt.reference}</strong> <span class="help">${access.referenceHelp}</span>`,
    ],
    [access.receivedAt, receipt && timeElement(receipt.receivedAt, momentIn(receipt.receivedAt))],
    [access.whatBecame, pageOfIt],
    [access.askAt, contactEmail === undefined ? undefined : html`<a href="mailto:${contactEmail}">${contactEmail}</a>`],
  ];
  const message = toConfirm === undefined ? words.accessSent(registry) : access.confirmFirst(form.contact);
  const first = toConfirm === undefined ? undefined : html`<li>${access.isConfirmed(momentIn(toConfirm))}</li>`;
  return html`<p id="sent" role="status">${message}</p>
<dl>${facts.map(([title, value]) => value && html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>
<section aria-labelledby="next"><h2 id="next">${access.next}</h2>
<ol>${first}<li>${access.isRead(registry)}</li><li>${page.isForwardedAtOnce && toConfirm !== undefined ? access.isForwardedAtOnce : access.isForwarded}</li><li>${access.isAnswered(form.contact, toConfirm !== undefined || pageOfIt !== undefined)}</li></ol>
${expiry !== undefined && html`<p>${access.afterExpiry(clockTime(expiry.at.toISOString()))}</p>`}</section>
${receipt && toConfirm === undefined && requestCopy(words, { ...form, ...receipt, symbol: undefined })}
${subject(view, page)}`;
}

function expiryText({ at }: NonNullable<AccessPage['expiry']>, words: AllWords): Html {
  const iso = at.toISOString();
  return html`<p>${timeElement(iso, words.accessExpiresAt(shortClock(iso)))}</p>`;
}

function formOf(view: PageView, page: AccessPage): Html {
  const { words } = view;
  const { form, problems, longestReason, trapField, begunField } = page;
  const begun = begunReason(words, page);
  const { access } = words;
  const problemOf = (field: Field) =>
    problems.filter((problem) => FIELD_OF[problem] === field).map((one) => problemSentence(one, words, longestReason));
  const [name, reason, contact] = [problemOf('name'), problemOf('reason'), problemOf('contact')];
  const line = (field: 'name' | 'organisation', mistakes: readonly string[] = []) =>
    html`<p class="field"><label for="${field}">${access[field]}</label>
<input id="${field}" name="${field}"${field === 'name' && html` required`} maxlength="${page.longestName}" autocomplete="${field === 'name' ? 'name' : 'organization'}" value="${form[field]}" aria-describedby="${field}-help${problemId(field, mistakes)}"${invalid(mistakes)}>
<span class="help" id="${field}-help">${access.fieldHelp[field]}</span>${problemText(field, mistakes)}</p>`;
  return html`<form method="post" id="access-form" action="${addressOf(view)}">
${line('name', name)}
${line('organisation')}
<p class="field"><label for="contact">${words.accessContact}</label>
<input id="contact" name="contact" type="email" required maxlength="254" autocomplete="email" value="${form.contact}" aria-describedby="contact-help${problemId('contact', contact)}"${invalid(contact, name.length === 0)}>
<span class="help" id="contact-help">${words.accessContactHelp}</span>${problemText('contact', contact)}</p>
<p class="field"><label for="reason">${words.accessReason}</label>
<textarea id="reason" name="reason" rows="6" required maxlength="${longestReason}" aria-describedby="reason-help${problemId('reason', reason)}"${invalid(reason, name.length + contact.length === 0)}>${page.outcome === 'open' ? begun : form.reason}</textarea>
<span class="help" id="reason-help">${words.accessReasonHelp}</span>${problemText('reason', reason)}</p>
<p class="field"><label for="language">${access.language}</label>
<select id="language" name="language">${view.languages.map(({ lang, language }) => html`<option value="${lang}" lang="${lang}"${lang === form.language && html` selected`}>${language}</option>`)}</select></p>
<p class="trap" aria-hidden="true"><label for="${trapField}">${trapField}</label><input id="${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></p>
${begun !== '' && html`<input type="hidden" name="${begunField}" value="${begun}">`}
<p><button type="submit">${words.accessSend}</button></p>
</form>`;
}

type Field = 'name' | 'reason' | 'contact';
const FIELD_OF: Record<AccessFormProblem, Field> = {
  'name-missing': 'name',
  'reason-missing': 'reason',
  'reason-too-long': 'reason',
  'contact-invalid': 'contact',
};

/** Returns a first sentence for the reason if the gene is known; the sender continues it. */
function begunReason(words: AllWords, { searched, record }: AccessPage): string {
  const about = searched && record && geneOf(record, searched, words);
  if (about === undefined) return '';
  const [gene, organism] = [symbolInSentence(words, about.gene), nameInSentence(about.organism)];
  return organism === '' ? words.access.begunWithGene(gene) : words.access.begun(gene, organism);
}

/** Returns the address of this page, with the search that the reader came from. */
function addressOf({ root, path, params, from }: PageView): string {
  const all = new URLSearchParams(params);
  if (from !== undefined) all.set('from', from);
  return `${root}${path}${all.size === 0 ? '' : `?${all}`}`;
}

function problemSentence(problem: AccessPage['problems'][number], words: AllWords, longestReason: number): string {
  if (problem === 'name-missing') return words.access.nameMissing;
  if (problem === 'contact-invalid') return words.accessContactInvalid;
  return problem === 'reason-missing' ? words.accessReasonMissing : words.accessReasonTooLong(longestReason);
}

function problemId(field: string, problems: readonly string[]): string {
  return problems.length === 0 ? '' : ` ${field}-problem`;
}

/** Marks a field as invalid. The first one gets the focus, so that screen readers begin there. */
function invalid(problems: readonly string[], isFirst = true): Html | undefined {
  return problems.length === 0 ? undefined : html` aria-invalid="true"${isFirst && html` autofocus`}`;
}

function problemText(field: string, problems: readonly string[]): Html | undefined {
  return problems.length === 0
    ? undefined
    : html`<span class="error" id="${field}-problem">${problems.join(' ')}</span>`;
}
