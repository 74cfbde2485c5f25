/** Formats of times for readers, the same on the server and in every browser: moments in UTC, and durations. */

import type { Words } from '../words/words.ts';
import { type Html, html } from './html.ts';

const MS_PER_SECOND = 1000;

/** Returns a moment, such as `2026-08-22 14:05 UTC`. @param iso as `Date.toISOString` writes it */
export function momentIn(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns a time of day, such as `14:05:30 UTC`. */
export function clockTime(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}

/** Returns a time of day, such as `14:05 UTC`, for moments within a day from now. */
export function shortClock(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
}

/** Returns a month, such as `May 2026`. @param lang the code of the language */
export function monthIn(date: Date, lang: string): string {
  return new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}

/** Returns a day, such as `9 May 2026`. @param lang the code of the language */
export function dayIn(date: Date, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** Returns a moment that programs can read, too. */
export function timeElement(iso: string, shown: string): Html {
  return html`<time datetime="${iso}">${shown}</time>`;
}

const AT_ONCE_MS = 100;

/** Returns a duration for readers: `at once`, or such as `in 0.3 s`. */
export function timeWaited(elapsedMs: number, words: Words): string {
  return elapsedMs < AT_ONCE_MS ? words.atOnce : words.seconds(elapsedMs / MS_PER_SECOND);
}

/** Returns a duration for administrators: such as `in 6 ms`, and in seconds from one second on. */
export function timeTaken(elapsedMs: number, words: Words): string {
  return elapsedMs < MS_PER_SECOND
    ? words.milliseconds(Math.round(elapsedMs))
    : words.seconds(elapsedMs / MS_PER_SECOND);
}
