/** Links that leave the registry. */

import { type Html, html } from '../html.ts';

/** Nothing is sent to where they lead. */
const REL = 'noopener noreferrer nofollow';

/** A link to another site. */
export function linkOut(href: string, content: Html | string): Html {
  return html`<a href="${href}" rel="${REL}">${content}</a>`;
}
