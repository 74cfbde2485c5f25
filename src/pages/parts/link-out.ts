/** Links to other websites. */

import { type Html, html } from './html.ts';

/** The other site learns nothing of this page. */
const REL = 'noopener noreferrer nofollow';

/** Returns a link to another site. */
export function linkOut(href: string, content: Html | string): Html {
  return html`<a href="${href}" rel="${REL}">${content}</a>`;
}
