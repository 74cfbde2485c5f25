/**
 * The administrators' view. Scripts fill the page, because the token must stand in no address.
 *
 * Elements for scripts: `#admin-form` with `#token`; `#admin-live`; `#admin-view`, hidden until the token is accepted,
 * with `#refresh`, `#as-of` and `#forget`; `#to-do`, the list of things that need action; `#requests-part` with two lists,
 * `#requests` for those to be dealt with and `#closed-requests`, folded in `#closed-requests-part`, each with a button `-more`,
 * and with `#requests-sum` and `#requests-older`; `#partners`, `#tokens` and `#search-tokens`, each the `tbody` of its table;
 * `#probe` for the findings of a test; `#token-form`, with `#made` for a new token; `#audit-log`, the `tbody` of questions, with
 * `#audit-log-form` and its `#audit-log-partner`, `#audit-log-about`, `#audit-log-older` and `#audit-log-days`; and, to look up a researcher,
 * `#look-up-form`, `#look-up-result`, and `#found` for the researcher.
 */

import { ORIGIN_STATES } from '../../domain/federation/origin.ts';
import { MOST_TOKEN_DAYS } from '../../domain/query/token-order.ts';
import { type Choices, originLabel } from '../parts/choices.ts';
import { selectField, textField } from '../parts/form-fields.ts';
import { type Html, html } from '../parts/html.ts';
import type { OwnNames } from '../parts/labels.ts';
import { layout, type Page, type PageView, styleOf } from '../parts/layout.ts';

type AdminPage = {
  /** The first is this registry. */
  origins: readonly Pick<Choices['origins'][number], 'key' | 'name'>[];
  names: OwnNames;
  script: Page['script'];
};

export function adminPage(view: PageView, { origins, names, script }: AdminPage): string {
  const { admin } = view.words;
  return layout(view, {
    title: admin.heading,
    script,
    head: styleOf(view, 'administrators'),
    main: html`<h1>${admin.heading}</h1>
<p>${admin.intro}</p>
<noscript><p class="error">${admin.needsScript} ${admin.withoutScript}</p></noscript>
<form id="admin-form" method="post" action="${view.root}admin">
<p class="field"><label for="token">${admin.token}</label><input id="token" type="password" autocomplete="off" spellcheck="false" required></p>
<p><button type="submit">${admin.open}</button></p>
</form>
<p id="admin-live" role="status" aria-live="polite"></p>
<div id="admin-view" data-registry="${view.site.shortname}"${view.site.sendsMail && html` data-sends-mail`} data-names="${JSON.stringify(names)}" hidden>
<p class="bar"><button type="button" id="refresh">${admin.refresh}</button> <span id="as-of" class="help" role="status"></span> <button type="button" id="forget">${admin.close}</button></p>
<section aria-labelledby="to-do-title"><h2 id="to-do-title" tabindex="-1">${admin.toDo.title}</h2><ul id="to-do"></ul></section>
<section id="requests-part" aria-labelledby="requests-title"><h2 id="requests-title">${admin.requests}</h2>
<p id="requests-sum" class="help"></p>
${listOfRequests('requests')}
<details id="closed-requests-part" hidden><summary id="closed-requests-title"></summary>
${listOfRequests('closed-requests')}</details>
<p id="requests-older" class="help"></p></section>
${table('partners', admin.partners, admin.columns)}
<div id="probe" role="region" hidden></div>
${auditLogPart(view, origins)}
${lookUp(view, origins)}
${table('tokens', admin.tokens, admin.tokenColumns, html`<p class="help">${admin.tokensIntro}</p>`)}
${newToken(view)}
${table('search-tokens', admin.searchTokens, admin.searchTokenColumns)}
</div>`,
  });
}

function listOfRequests(id: string): Html {
  return html`<ul id="${id}" class="requests"></ul><p><button type="button" id="${id}-more" hidden></button></p>`;
}

function lookUp({ root, words }: PageView, origins: Choices['origins']): Html {
  const { admin } = words;
  const options = origins.map((origin) => ({ value: origin.key, text: originLabel(words, origin) }));
  const about = { value: '', attributes: html` required` };
  return html`<section aria-labelledby="look-up-title"><h2 id="look-up-title">${admin.lookUpHeading}</h2>
<form id="look-up-form" method="post" action="${root}admin">
<div class="fields">
${selectField({ id: 'look-up-origin', name: 'origin', label: words.columns.registry, value: '' }, options)}
${textField({ id: 'look-up-id', name: 'id', label: admin.lookUpId, help: admin.lookUpIdHelp, ...about })}
</div>
<p><button type="submit">${admin.lookUp}</button></p>
</form>
<p id="look-up-result" role="status"></p>
</section>
<div id="found" hidden></div>`;
}

function auditLogPart({ root, words }: PageView, origins: Choices['origins']): Html {
  const { auditLog, states } = words;
  const registries = origins.map((origin) => ({ value: origin.key, text: originLabel(words, origin) }));
  const outcomes = ORIGIN_STATES.map((state) => ({ value: state, text: states[state] }));
  const partner = { id: 'audit-log-partner', name: 'partner', label: words.columns.registry, value: '' };
  const state = { id: 'audit-log-state', name: 'state', label: auditLog.state, value: '' };
  const day = { id: 'audit-log-day', name: 'day', label: auditLog.day, value: '', attributes: html` type="date"` };
  const form = html`<p id="audit-log-about" class="help"></p>
<form id="audit-log-form" method="post" action="${root}admin">
<div class="fields">
${selectField(partner, [{ value: '', text: auditLog.anyRegistry }, ...registries])}
${selectField(state, [{ value: '', text: auditLog.anyState }, ...outcomes])}
${textField(day)}
</div>
<p><button type="submit">${auditLog.show}</button></p>
</form>
<div id="audit-log-days"></div>`;
  const older = html`<p><button type="button" id="audit-log-older" hidden>${auditLog.older}</button></p>`;
  return table('audit-log', auditLog.heading, auditLog.columns, form, older);
}

function newToken({ root, words }: PageView): Html {
  const { admin } = words;
  const name = { id: 'token-label', name: 'label', label: admin.tokenName, help: admin.tokenNameHelp, value: '' };
  const days = { id: 'token-days', name: 'days', label: admin.tokenDays, value: '365' };
  const account = { id: 'token-account', name: 'userId', label: admin.tokenAccount, help: admin.tokenAccountHelp };
  return html`<details class="new-token"><summary>${admin.newToken}</summary>
<form id="token-form" method="post" action="${root}admin">
<div class="fields">
${textField({ ...name, attributes: html` required` })}
${textField({ ...days, attributes: html` type="number" min="1" max="${MOST_TOKEN_DAYS}" required` })}
${textField({ ...account, value: '', attributes: html` inputmode="numeric" pattern="[0-9]*"` })}
</div>
<p><button type="submit">${admin.createToken}</button></p>
</form></details>
<div id="made" tabindex="-1" hidden></div>`;
}

function table(id: string, title: string, columns: Readonly<Record<string, string>>, intro?: Html, below?: Html): Html {
  return html`<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${intro}
<div class="wide"><table role="table" aria-labelledby="${id}-title"><thead role="rowgroup"><tr role="row">${Object.values(columns).map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}</tr></thead>
<tbody id="${id}" role="rowgroup"></tbody></table></div>${below}</section>`;
}
