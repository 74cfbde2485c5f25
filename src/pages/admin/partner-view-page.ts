/**
 * `/looking-glass`: how the registry of a partner works with this one, for the administrators of that partner. A script
 * fills the page, because the token must stand in no address: `#glass-form` with `#token`; `#glass-live`; `#glass-view`,
 * hidden until the token is accepted.
 */

import { html } from '../parts/html.ts';
import { layout, type Page, type PageView, styleOf } from '../parts/layout.ts';

export function partnerViewPage(view: PageView, script: Page['script']): string {
  const { admin, glass } = view.words;
  return layout(view, {
    title: glass.heading,
    script,
    head: styleOf(view, 'administrators'),
    main: html`<h1>${glass.heading}</h1>
<p>${glass.intro(view.site.shortname)}</p>
<noscript><p class="error">${admin.needsScript}</p></noscript>
<form id="glass-form" method="post" action="${view.root}looking-glass">
<p class="field"><label for="token">${admin.token}</label><input id="token" type="password" autocomplete="off" spellcheck="false" required></p>
<p><button type="submit">${admin.open}</button></p>
</form>
<p id="glass-live" role="status" aria-live="polite"></p>
<div id="glass-view" data-registry="${view.site.shortname}" hidden></div>`,
  });
}
