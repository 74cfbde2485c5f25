/** Points in time as people read them, the same on the server and in any browser: in UTC. */

import { type Html, html } from './html.ts';

/** Such as `2026-08-22 14:05 UTC`. @param iso as `Date.toISOString` writes it */
export function momentIn(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Such as `14:05:30 UTC`. */
export function clockTime(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}

/** A moment that programs can read too. */
export function timeElement(iso: string, shown: string): Html {
  return html`<time datetime="${iso}">${shown}</time>`;
}
