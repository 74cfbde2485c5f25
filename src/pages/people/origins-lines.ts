/** One line for each registry, with all details of the state of the question there. */

import { hasAnswered } from '../../domain/federation/completeness.ts';
import type { AskedFilter, Filter, Origin, OriginNotice } from '../../domain/federation/origin.ts';
import { isOmitted } from '../../domain/federation/reasons.ts';
import { clockTime, momentIn, timeElement, timeWaited } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import type { View } from '../parts/view.ts';
import type { Words } from '../words/words.ts';

const SECONDS_PER_MINUTE = 60;

export function originLine(origin: Origin, { words }: Pick<View, 'words'>): Html {
  const { key, state } = origin;
  const facts = factsOf(origin, words);
  return html`<li data-line="${key}" data-state="${state}"><strong><bdi>${origin.origin}</bdi></strong> <span class="state">${words.states[state]}</span>${
    facts.length > 0 &&
    html`, <span class="facts">${facts.map((fact, index) => html`${index > 0 && ', '}${fact}`)}</span>`
  }${problemOf(origin, words)}${origin.count > 0 && noticeLine(origin, words)}</li>`;
}

/** Returns the notice of a registry, shown beside its records. */
export function noticeLine({ disclaimer, terms }: OriginNotice, words: Words): Html | undefined {
  if (disclaimer === undefined && terms === undefined) return undefined;
  return html`<span class="notice">${disclaimer !== undefined && html` <bdi>${disclaimer}</bdi>`}${terms !== undefined && html` <a href="${terms}" rel="noopener noreferrer">${words.terms}</a>`}</span>`;
}

/** Returns the reason if it says more than the state. Its detail is omitted, because it is for programs and administrators. */
function problemOf({ state, problem }: Origin, words: Words): Html | undefined {
  if (problem === null || isOmitted(problem)) return undefined;
  const reason = words.reasonOf(problem, state, false);
  return reason === words.states[state]
    ? undefined
    : html`<span class="problem" dir="auto">${words.itDid(reason)}</span>`;
}

function factsOf(origin: Origin, words: Words): (Html | string)[] {
  const { state, count, anonymized, elapsedMs, cache, retrievedAt, problem, dropped, shortened, askedAs } = origin;
  if (state === 'not-asked') return [];
  const hasRecords = count > 0;
  const facts: (Html | string | false)[] = [
    hasRecords && words.count(count),
    anonymized > 0 && words.anonymised(anonymized),
    hasRecords && !origin.exact && words.notExact,
    askedAs.length > 0 && words.askedAs(askedAs.join(', ')),
    dropped > 0 && words.dropped(dropped),
    shortened > 0 && words.shortened(shortened),
    ...filterFacts(origin.filters, words),
    cache?.status === 'miss' && hasAnswered(state) && timeWaited(elapsedMs, words),
    cache?.status === 'hit' && words.age(Math.floor(cache.ageSeconds / SECONDS_PER_MINUTE)),
    state === 'stale' && retrievedAt !== null && timeElement(retrievedAt, words.asOf(momentIn(retrievedAt))),
    problem?.nextTryAt ? timeElement(problem.nextTryAt, words.nextTry(clockTime(problem.nextTryAt))) : false,
  ];
  return facts.filter((fact) => fact !== false);
}

function filterFacts(filters: readonly AskedFilter[], words: Words): (string | false)[] {
  const named = (applied: AskedFilter['applied']) =>
    filters.filter((filter) => filter.applied === applied).map(({ filter }) => words.filterNames[filter as Filter]);
  const reapplied = named('re-applied-here');
  const unchecked = named('not-checkable');
  return [
    reapplied.length > 0 && words.reapplied(reapplied.join(', ')),
    unchecked.length > 0 && words.unchecked(unchecked.join(', ')),
  ];
}
