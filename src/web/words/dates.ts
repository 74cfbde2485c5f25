/** Times as people read them, the same on the server and in any browser: moments in UTC, and how long something took. */

import { type Html, html } from '../html.ts';
import type { Words } from './words.ts';

const MS_PER_SECOND = 1000;

/** Such as `2026-08-22 14:05 UTC`. @param iso as `Date.toISOString` writes it */
export function momentIn(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Such as `14:05:30 UTC`. */
export function clockTime(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}

/** Such as `14:05 UTC`: of an answer that is kept for a day at most. */
export function shortClock(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
}

/** Such as `May 2026`. @param lang by its code */
export function monthIn(date: Date, lang: string): string {
  return new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}

/** A moment that programs can read too. */
export function timeElement(iso: string, shown: string): Html {
  return html`<time datetime="${iso}">${shown}</time>`;
}

const AT_ONCE_MS = 100;

/** For readers: `at once`, or such as `in 0.3 s`. */
export function timeWaited(elapsedMs: number, words: Words): string {
  return elapsedMs < AT_ONCE_MS ? words.atOnce : words.seconds(elapsedMs / MS_PER_SECOND);
}

/** For administrators: such as `in 6 ms`, and from a second on in seconds. */
export function timeTaken(elapsedMs: number, words: Words): string {
  return elapsedMs < MS_PER_SECOND
    ? words.milliseconds(Math.round(elapsedMs))
    : words.seconds(elapsedMs / MS_PER_SECOND);
}
