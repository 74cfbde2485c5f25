/**
 * `/partner-status`: how the registry of a partner works with this one, for the administrators of that partner. A script
 * fills the page, because the token must be in no address: `#partner-status-form` with `#token`; `#partner-status-live`; `#partner-status-view`,
 * hidden until the token is accepted.
 */

import { html } from '../parts/html.ts';
import { layout, type Page, type PageView, styleOf } from '../parts/layout.ts';

export function partnerStatusPage(view: PageView, script: Page['script']): string {
  const { admin, partnerStatus } = view.words;
  return layout(view, {
    title: partnerStatus.heading,
    script,
    head: styleOf(view, 'administrators'),
    main: html`<h1>${partnerStatus.heading}</h1>
<p>${partnerStatus.intro(view.site.shortname)}</p>
<noscript><p class="error">${admin.needsScript}</p></noscript>
<form id="partner-status-form" method="post" action="${view.root}partner-status">
<p class="field"><label for="token">${admin.token}</label><input id="token" type="password" autocomplete="off" spellcheck="false" required></p>
<p><button type="submit">${admin.open}</button></p>
</form>
<p id="partner-status-live" role="status" aria-live="polite"></p>
<div id="partner-status-view" data-registry="${view.site.shortname}" hidden></div>`,
  });
}
