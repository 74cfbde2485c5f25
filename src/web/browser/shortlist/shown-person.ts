/** Reads the person from an element of a list of people: `.person`, a card or a row of a table. */

import type { Chosen } from '../../../domain/contact/shortlist.ts';

/** How long an anonymous id can be used: an hour at every registry, minus the time for which an answer may have been cached. */
const REFERENCE_MS = 55 * 60_000;
const REFERENCE = /\/by-anonymous-id\/([^/?]+)\//;

/** Returns the person; undefined if they have neither an id nor an anonymous id. @param at when the element arrived, in ms */
export function shownPerson(element: HTMLElement, at: number): Chosen | undefined {
  const { origin = '' } = element.dataset;
  const textOf = (selector: string) => element.querySelector(selector)?.textContent.trim() ?? '';
  const named = element.dataset.person?.slice(origin.length + 1);
  const reference = REFERENCE.exec(element.querySelector('a.access')?.getAttribute('href') ?? '')?.[1];
  const person = named ?? (reference === undefined ? undefined : decodeURIComponent(reference));
  if (origin === '' || person === undefined || person === '') return undefined;
  return {
    origin,
    registry: textOf('.registry bdi'),
    person,
    expires: named === undefined ? new Date(at + REFERENCE_MS).toISOString() : '',
    name: named === undefined ? '' : textOf('.name bdi'),
    organisation: textOf('.place bdi'),
    gene: textOf('.organism i'),
    organism: textOf('.organism .visually-hidden'),
    search: document.getElementById('results')?.dataset.query ?? element.dataset.query ?? '',
    at: new Date().toISOString(),
    note: '',
  };
}
