/** The logo of the product: connected registries. It is decoration: the name beside it says the same. */

import { type Html, html } from '../html.ts';

export function productMark(): Html {
  return html`<svg class="mark" viewBox="0 0 26 26" aria-hidden="true" focusable="false"><path d="M6 7L20 6M6 7l13 13M20 6l-1 14"/><circle class="one" cx="6" cy="7" r="4"/><circle class="two" cx="20" cy="6" r="3"/><circle class="three" cx="19" cy="20" r="4.5"/></svg>`;
}
