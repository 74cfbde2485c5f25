/**
 * The administrators' view: a frame that scripts fill in, because the token must stand in no address.
 *
 * What scripts find on it: `#admin-form` with `#token`; `#admin-live`; `#admin-view`, hidden until the token is good,
 * with `#partners`, `#requests` and `#tokens`, each the `tbody` of its table, and `#forget`.
 */

import { type Html, html } from './html.ts';
import { layout, type Page, type PageView } from './layout.ts';

export function adminPage(view: PageView, script: Page['script']): string {
  const { admin } = view.words;
  return layout(view, {
    title: admin.heading,
    script,
    main: html`<h1>${admin.heading}</h1>
<p>${admin.intro}</p>
<noscript><p class="error">${admin.needsScript}</p></noscript>
<form id="admin-form" method="post" action="${view.root}admin">
<p class="field"><label for="token">${admin.token}</label><input id="token" type="password" autocomplete="off" spellcheck="false" required></p>
<p><button type="submit">${admin.open}</button></p>
</form>
<p id="admin-live" role="status" aria-live="polite"></p>
<div id="admin-view" hidden>
<p><button type="button" id="forget">${admin.close}</button></p>
${table('partners', admin.partners, admin.columns)}
${table('requests', admin.requests, admin.requestColumns)}
${table('tokens', admin.tokens, admin.tokenColumns)}
</div>`,
  });
}

function table(id: string, title: string, columns: Readonly<Record<string, string>>): Html {
  return html`<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
<div class="wide"><table aria-labelledby="${id}-title"><thead><tr>${Object.values(columns).map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody id="${id}"></tbody></table></div></section>`;
}
