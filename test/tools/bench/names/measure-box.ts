/** Whether the box leads to people by their names: each in fourteen forms, by the page that it leads to. */

import { fold } from '../../../../src/domain/folding.ts';
import type { Snapshot } from '../../../../src/domain/record/snapshot.ts';
import { isNamed, type Named } from '../../../support/network/full-names.ts';
import type { SeededRandom } from '../invented/seeded-random.ts';
import { textTable } from '../text-table.ts';

const PUBLIC_LEVEL = 2;
const GOAL_OF_ALL = 0.98;
const GOAL_OF_FORM = 0.95;
const MOST_SHOWN = 12;

type Written = (person: { first: string; last: string }) => string;

/** `van der Berg` and `Berg`, each with its first names, as forms, papers and mails write them. */
export const BOX_FORMS: Readonly<Record<string, Written>> = {
  'First Last': ({ first, last }) => `${first} ${last}`,
  'Last First': ({ first, last }) => `${last} ${first}`,
  'Last, First': ({ first, last }) => `${last}, ${first}`,
  'F. Last': ({ first, last }) => `${initial(first)}. ${last}`,
  'Last F': ({ first, last }) => `${last} ${initial(first)}`,
  'Last, F.': ({ first, last }) => `${last}, ${initial(first)}.`,
  'LAST First': ({ first, last }) => `${last.toUpperCase()} ${first}`,
  'FIRST LAST': ({ first, last }) => `${first} ${last}`.toUpperCase(),
  'first last': ({ first, last }) => fold(`${first} ${last}`),
  'last, first': ({ first, last }) => fold(`${last}, ${first}`),
  'Dr First Last': ({ first, last }) => `Dr ${first} ${last}`,
  'First Last, MD, PhD': ({ first, last }) => `${first} ${last}, MD, PhD`,
  'hyphens as blanks': ({ first, last }) => `${first} ${last}`.replaceAll('-', ' '),
  'Last alone': ({ last }) => last,
};

function initial(first: string): string {
  return [...first][0] ?? '';
}

export type BoxOf = { of: string; url: string; people: readonly Named[] };

/** Returns so many people of a registry whom the public is shown, drawn at random. */
export function peopleOf({ users }: Snapshot, count: number, random: SeededRandom): Named[] {
  const named = users.filter((user) => user.enabled && user.privacyLevel === PUBLIC_LEVEL).filter(isNamed);
  return random.sample(named, count);
}

/** `page`: the people of that name; `beside`: another page that says how many people are called so; `other`: neither. */
type Outcome = { form: string; typed: string; led: 'page' | 'beside' | 'other'; isFalseZero: boolean; where: string };

/** Types everybody in every form into the boxes of registries. Returns a report in text. */
export async function measureBox(boxes: readonly BoxOf[]): Promise<string> {
  const outcomes: Outcome[] = [];
  for (const { url, people } of boxes) {
    for (const person of people) {
      for (const [form, write] of Object.entries(BOX_FORMS)) {
        const typed = write({ first: person.name, last: person.lastName });
        outcomes.push({ form, typed, ...(await ledTo(url, typed, person)) });
      }
    }
  }
  return reportOf(outcomes, boxes);
}

async function ledTo(url: string, typed: string, person: Named): Promise<Omit<Outcome, 'form' | 'typed'>> {
  const page = await fetch(`${url}/search`, {
    method: 'POST',
    body: new URLSearchParams({ text: typed }),
    redirect: 'manual',
    headers: { 'accept-encoding': 'identity' },
  });
  const location = page.headers.get('location');
  const html = await page.text();
  if (location !== null) {
    const params = new URL(location, url).searchParams;
    if (params.has('nameLike')) return { ...(await amongPeople(url, params, person)), where: location };
    const shown = await (await fetch(new URL(location, `${url}/search`))).text();
    return { led: isBeside(shown) ? 'beside' : 'other', isFalseZero: false, where: location };
  }
  return { led: isBeside(html) ? 'beside' : 'other', isFalseZero: false, where: `${page.status} ${titleOf(html)}` };
}

async function amongPeople(
  url: string,
  given: URLSearchParams,
  person: Named,
): Promise<Pick<Outcome, 'led' | 'isFalseZero'>> {
  const asked = new URLSearchParams({ nameLike: given.get('nameLike') ?? '', prefix: 'false', size: '200' });
  const answer = await fetch(`${url}/api/federated/users/search?${asked}`);
  const { content, complete } = (await answer.json()) as { content: Named[]; complete: boolean };
  const isThere = content.some(({ name, lastName }) => name === person.name && lastName === person.lastName);
  return { led: isThere ? 'page' : 'other', isFalseZero: complete && content.length === 0 };
}

function isBeside(html: string): boolean {
  return html.includes('id="called-so"');
}

function titleOf(html: string): string {
  return /<title>([^<]*)/.exec(html)?.[1] ?? '';
}

function reportOf(outcomes: readonly Outcome[], boxes: readonly BoxOf[]): string {
  const part = (own: readonly Outcome[]) => own.filter(({ led }) => led === 'page').length / own.length;
  const rowOf = (name: string, own: readonly Outcome[], goal: number) => {
    const isMet = part(own) >= goal && own.every(({ isFalseZero }) => !isFalseZero);
    const beside = own.filter(({ led }) => led === 'beside').length;
    const zeros = own.filter(({ isFalseZero }) => isFalseZero).length;
    const cells = [name, own.length, `${(100 * part(own)).toFixed(1)} %`, beside, zeros, isMet ? 'met' : 'missed'];
    return cells.map(String);
  };
  const byForm = Map.groupBy(outcomes, ({ form }) => form);
  const rows = [...byForm].map(([form, own]) => rowOf(form, own, GOAL_OF_FORM));
  const missed = outcomes.filter(({ led }) => led === 'other');
  const lines = missed.slice(0, MOST_SHOWN).map(({ form, typed, where }) => `  ${form}: ${typed} → ${where}`);
  const people = boxes.map(({ of, people: own }) => `${own.length} of ${of}`).join(', ');
  return [
    `The box, ${people}:`,
    textTable(
      ['typed as', 'typed', 'led to them', 'beside a gene', 'false certain zeros', 'goal'],
      [...rows, rowOf('all', outcomes, GOAL_OF_ALL)],
    ),
    ...lines,
  ].join('\n');
}
