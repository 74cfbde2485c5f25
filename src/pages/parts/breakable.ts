/** Addresses that break at sensible places. */

import { type Html, html } from './html.ts';

/** Returns an address that breaks after `/`, `.` and `@`: neither in a word nor in a port, while there is space for them. */
export function breakable(address: string): Html {
  const pieces = address.split(/(?<=[/.@])(?!\/)/);
  return html`${pieces.map((piece, at) => html`${at > 0 && html`<wbr>`}${piece}`)}`;
}
