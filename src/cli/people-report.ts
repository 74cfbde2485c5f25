/** What an import of a table of people reports: whom it added, changed, left as they were, missed and removed. */

import type { PeoplePlan } from '../domain/tables/people-plan.ts';
import type { PeopleReport } from '../files/people-file.ts';
import { bounded } from '../files/snapshot-file.ts';
import { counted, listed, printable } from './wording.ts';

type Account = { id: number; email: string };

const MOST_LISTED = 20;

/** The lines to print; `where` follows the word "Imported". */
export function peopleReport({ plan, removed, notes }: PeopleReport, where: string): string[] {
  const { added, changed, missing, permanent } = plan;
  const changes = changed.map(({ user, what }) => `${nameOf(user)}: ${what.join(', ')}`);
  const absent = removed ? 'Removed, as they are not in the table:' : 'Not in the table, and kept:';
  return [
    summary(plan, removed, where),
    ...section('Added:', added.map(nameOf)),
    ...section('Changed:', changes),
    ...section(absent, missing.map(nameOf)),
    ...(missing.length > 0 && !removed ? ['--remove-missing removes them.'] : []),
    ...section('Not in the table, and never removed by one:', permanent.map(nameOf)),
    ...section(`${counted(notes.length, 'thing was', 'things were')} not taken over as written:`, notes),
  ];
}

function summary({ added, changed, unchanged, missing }: PeoplePlan, removed: boolean, where: string): string {
  const removedCount = removed ? missing.length : 0;
  if (added.length + changed.length + removedCount === 0) {
    return `Nothing changed: ${counted(unchanged.length, 'person', 'people')} unchanged.`;
  }
  const counts = { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removedCount };
  const shown = Object.entries(counts).filter(([what, count]) => what !== 'removed' || count > 0);
  return `Imported ${where}: ${listed(shown.map(([what, count]) => `${count.toLocaleString('en')} ${what}`))}.`;
}

function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [heading, ...bounded(lines.slice(0, MOST_LISTED), lines.length).map((line) => `  ${printable(line)}`)];
}

function nameOf({ id, email }: Account): string {
  return `${email} (user ${id})`;
}
