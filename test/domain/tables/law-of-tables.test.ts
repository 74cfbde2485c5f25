/** The law of tables: no table shows a person or a gene to more readers than before, unless it says so where the manual has their level. */

import { expect, test } from 'vitest';
import type { Owner, Viewer } from '../../../src/domain/record/model.ts';
import { effectiveLevel, geneListFloor, profileLevel, sightOf } from '../../../src/domain/record/privacy.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { COLUMN_KEYS, COLUMNS, type Column, columnOf } from '../../../src/domain/tables/columns.ts';
import { csvText, tsvText } from '../../../src/domain/tables/delimited-text.ts';
import { type Fault, faultList } from '../../../src/domain/tables/faults.ts';
import { type PeoplePlan, planPeople } from '../../../src/domain/tables/people-plan.ts';
import { readPeople } from '../../../src/domain/tables/read-people.ts';
import type { Sheet } from '../../../src/domain/tables/table.ts';
import { readTable } from '../../../src/files/people-file.ts';
import { workbookBytes } from '../../../src/files/workbook-writer.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { aUser } from '../../support/registry/small-snapshot.ts';
import {
  allCells,
  allLayouts,
  allStored,
  type Cells,
  GENES,
  REFERENCE,
  type Said,
  saidBy,
  sheetsOf,
  type TableLayout,
} from './table-layouts.ts';

type Outcome = { faults: readonly Fault[] } | { plan: PeoplePlan; after: SnapshotUser };

/** Reads a table once, and returns what becomes of a stored person by it. */
function importOf(sheets: readonly Sheet[]): (before: SnapshotUser | undefined) => Outcome {
  const faults = faultList(20);
  const { people } = readPeople(sheets, REFERENCE, faults);
  return (before) => {
    const ids = { next: 3, highest: 9 };
    const user = () => before as SnapshotUser;
    const accounts = before === undefined ? [] : [before];
    const plan = planPeople(people, { accounts, user, ids, remoteSearchUserId: undefined }, faults);
    if (faults.count() > 0) return { faults: faults.first() };
    return { plan, after: plan.changed[0]?.user ?? plan.added[0] ?? user() };
  };
}

const READERS: readonly Viewer[] = (['public', 'member', 'service', 'admin', 'partner'] as const).flatMap((kind) =>
  [true, false].map((hasAdminRole) => {
    return { kind, userId: undefined, hasAdminRole, hasServiceRole: kind === 'partner' && !hasAdminRole };
  }),
);
const SEEN = { hidden: 0, anonymous: 1, full: 2 };

type Sights = { profile: readonly number[]; genes: ReadonlyMap<number, readonly number[]> };

const sightsByState = new Map<string, Sights>();

function sightsOf(user: SnapshotUser): Sights {
  const { privacyLevel, shared, hideGenelist, genes } = user;
  const state = JSON.stringify([privacyLevel, shared, hideGenelist, genes]);
  const sights = sightsByState.get(state) ?? readSights(user);
  sightsByState.set(state, sights);
  return sights;
}

/** What every reader sees: of the profile, and of each gene by itself and in the list. */
function readSights(user: SnapshotUser): Sights {
  const owner: Owner = { ...user, isRemoteSearchAccount: false };
  const sights = (level: 0 | 1 | 2) =>
    READERS.flatMap((reader) => [true, false].map((hides) => SEEN[sightOf(reader, owner, level, hides)]));
  const genes = user.genes.map(({ geneId, privacyLevel }) => {
    const level = effectiveLevel(privacyLevel, owner);
    const inList = READERS.map((reader) => {
      const floor = geneListFloor(reader, owner);
      return floor !== undefined && level >= floor ? 1 : 0;
    });
    return [geneId, [...sights(level), ...inList]] as const;
  });
  return { profile: sights(profileLevel(owner)), genes: new Map(genes) };
}

function isWider(before: readonly number[], after: readonly number[]): boolean {
  return after.some((sight, index) => sight > (before[index] ?? 0));
}

/** Returns what breaks the law. */
function broken(said: Said, cells: Cells, before: SnapshotUser, outcome: Outcome): string[] {
  if ('faults' in outcome) {
    const placeless = outcome.faults.filter(({ place }) => place.row < 1 || place.column === undefined);
    return placeless.map(({ found }) => `refused without row and column: ${found}`);
  }
  const { after, plan } = outcome;
  const [seenBefore, seen] = [sightsOf(before), sightsOf(after)];
  const saysLevel = typeof said.level === 'number' && said.level > (before.privacyLevel ?? -1);
  const saysMore = (column: 'shared' | 'hide gene list', text: string) => cells.some((one) => one[column] === text);
  const isOpened = saysLevel || saysMore('shared', 'yes');
  const widerGenes = GENES.filter((geneId) =>
    isWider(seenBefore.genes.get(geneId) ?? [], seen.genes.get(geneId) ?? []),
  );
  const isProfileWider = isWider(seenBefore.profile, seen.profile);
  const faults: string[] = [];
  if (isProfileWider && !isOpened) faults.push('a person is shown to more readers unsaid');
  for (const [index, geneId] of GENES.entries()) {
    const ofGene = [said.first, said.second][index];
    const isSaid = ofGene !== undefined || isOpened || saysMore('hide gene list', 'no');
    if (widerGenes.includes(geneId) && !isSaid) faults.push(`gene ${geneId} is shown to more readers unsaid`);
    const own = after.genes.find((gene) => gene.geneId === geneId)?.privacyLevel;
    if (ofGene !== undefined && own !== ofGene) faults.push(`the level of gene ${geneId} is not done`);
  }
  if (typeof said.level === 'number' && after.privacyLevel !== said.level) faults.push('the level is not done');
  const listed = plan.moreVisible?.flatMap(({ genes = [] }) => genes.map(({ geneId }) => geneId)) ?? [];
  const isListed = (plan.moreVisible ?? []).length > 0;
  const isReported = (isProfileWider || widerGenes.length > 0) === isListed || after.privacyLevel === null;
  if (!isReported)
    faults.push(`the report ${isListed ? 'names somebody who is not' : 'does not name who is'} seen by more`);
  const isByLevel = before.hideGenelist === after.hideGenelist && before.shared === after.shared;
  if (isByLevel && widerGenes.join() !== listed.join()) faults.push('the report names other genes');
  return faults;
}

/** Returns whether a table is taken, and left behind what it says, by the manual. */
function unlikeTheManual(said: Said, cells: Cells, before: SnapshotUser, outcome: Outcome): string[] {
  if ('faults' in outcome) return said.isRefused ? [] : [`refused: ${outcome.faults[0]?.found}`];
  if (said.isRefused) return ['taken, and not refused'];
  const { level, first, second, hasGenes } = said;
  const [{ shared = '', 'hide gene list': hide = '' } = {}] = cells;
  const emptied = before.privacyLevel === null ? null : 0;
  const expected = {
    privacyLevel: level === 'empty' ? emptied : (level ?? before.privacyLevel),
    shared: cells[0]?.shared === undefined ? before.shared : shared === 'yes',
    hideGenelist: hide === '' ? before.hideGenelist : hide === 'yes',
    genes: before.genes.map((gene, index) => {
      const stated = hasGenes ? [first, second][index] : undefined;
      return { ...gene, privacyLevel: stated ?? gene.privacyLevel };
    }),
  };
  const { privacyLevel, shared: isShared, hideGenelist, genes } = outcome.after;
  const found = { privacyLevel, shared: isShared, hideGenelist, genes };
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`has ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

/** Returns whether the same table changes anything when it is imported once more. */
function changedAgain(outcomeOf: (before: SnapshotUser) => Outcome, outcome: Outcome): string[] {
  if ('faults' in outcome) return [];
  const again = outcomeOf(outcome.after);
  if ('faults' in again) return ['is refused the second time'];
  const { changed, moreVisible } = again.plan;
  return changed.length + moreVisible.length > 0 ? ['changes something the second time'] : [];
}

const LAYOUTS = allLayouts();

const NOBODY = aUser(2);

function described(layout: TableLayout, cells: Cells, before: SnapshotUser): string {
  const stored = [before.privacyLevel, before.genes[0]?.privacyLevel, before.shared, before.hideGenelist];
  return JSON.stringify({ layout, cells, stored });
}

test('in every layout, no person and no gene is shown to more readers than the table says, and the report names them', () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const layout of sampleOf(LAYOUTS, 60)) {
    const stored = allStored(layout);
    for (const cells of allCells(layout)) {
      const said = saidBy(layout, cells);
      const outcomeOf = importOf(sheetsOf(layout, cells));
      for (const before of stored) {
        tried += 1;
        const outcome = outcomeOf(before);
        const found = [
          ...broken(said, cells, before, outcome),
          ...unlikeTheManual(said, cells, before, outcome),
          ...changedAgain(outcomeOf, outcome),
        ];
        if (found.length > 0 && wrong.length < 5)
          wrong.push(`${found.join('; ')}: ${described(layout, cells, before)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(5000);
});

test('in every layout, somebody new, or who was removed before, is seen as the table says, and reported where that is more than by administrators', () => {
  const named = LAYOUTS.filter((layout) => layout.some(({ columns }) => columns.includes('last name')));
  for (const layout of sampleOf(named, 60)) {
    for (const cells of allCells(layout)) {
      const said = saidBy(layout, cells);
      const outcome = importOf(sheetsOf(layout, cells))(undefined);
      if ('faults' in outcome) {
        expect(said.isRefused, described(layout, cells, NOBODY)).toBe(true);
        continue;
      }
      const { after, plan } = outcome;
      const own = said.hasGenes ? [said.first ?? null, said.second ?? null] : [];
      expect([said.isRefused, after.genes.map(({ privacyLevel }) => privacyLevel)]).toEqual([false, own]);
      const [{ shared = '', 'hide gene list': hide = '' } = {}] = cells;
      const expected = { privacyLevel: typeof said.level === 'number' ? said.level : 0, shared: shared === 'yes' };
      expect(after).toMatchObject({ ...expected, hideGenelist: hide === 'yes' });
      const isSeen = after.privacyLevel !== 0 || after.shared;
      expect(plan.moreVisible.map(({ user }) => user.email)).toEqual(isSeen ? [after.email] : []);
    }
  }
});

/** Returns the spellings of a heading: each of its names, in other letter case, without accents and with other signs. */
function spellings(heading: string): string[] {
  const { also }: Column = COLUMNS[columnOf(heading) ?? 'email'];
  return [heading, ...also].flatMap((name) => {
    const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
    return [name, name.toUpperCase(), bare, name.replaceAll(' ', '_')];
  });
}

test.each(COLUMN_KEYS.map((key) => COLUMNS[key].heading))(
  'every spelling of %s means the same in every layout',
  (heading) => {
    const shapes = LAYOUTS.filter((layout) => layout.every(({ columns, isFirst }) => isFirst && columns.length === 1));
    for (const layout of sampleOf(shapes, 12)) {
      for (const cells of allCells(layout).slice(-1)) {
        const outcomes = spellings(heading).map((spelling) => {
          const sheets = sheetsOf(layout, cells, (given) => (given === heading ? spelling : given));
          const outcome = importOf(sheets)(allStored(layout)[1] as SnapshotUser);
          return 'faults' in outcome ? outcome.faults.map(({ allowed }) => allowed) : outcome.after;
        });
        for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
      }
    }
  },
);

/** The first sheet as a European Excel writes it. */
function semicolons([sheet]: readonly Sheet[]): string {
  const lines = sheet?.rows.map((row) => row.map((cell) => (cell.includes(';') ? `"${cell}"` : cell)).join(';'));
  return `${lines?.join('\r\n')}\r\n`;
}

const commas = ([sheet]: readonly Sheet[]) => csvText(sheet?.rows ?? [], 0);

const FORMATS: Readonly<Record<string, (sheets: readonly Sheet[]) => string | Buffer>> = {
  CSV: commas,
  'CSV of a European Excel': semicolons,
  'CSV with a first line for Excel': (sheets) => `sep=;\r\n${semicolons(sheets)}`,
  'CSV with two kinds of line ends': (sheets) => commas(sheets).replace(/(?<=\r\n.*)\r\n/gs, '\n'),
  TSV: ([sheet]) => tsvText(sheet?.rows ?? [], 0),
  XLSX: (sheets) => workbookBytes(sheets.map(({ name, rows }) => ({ name: name ?? 'people', rows }))),
};

test.each(Object.keys(FORMATS))('a table of every layout reads the same in %s', async (format) => {
  const layouts = LAYOUTS.filter((layout) => layout.length === 1 || format === 'XLSX');
  for (const layout of sampleOf(layouts, 20)) {
    const sheets = sheetsOf(layout, allCells(layout).at(-1) ?? []);
    const read = await readTable(Buffer.from(FORMATS[format]?.(sheets) ?? ''));
    const filled = (rows: Sheet['rows']) => rows.map((row) => row.join('\t').trimEnd());
    expect(read.map(({ rows }) => filled(rows))).toEqual(sheets.map(({ rows }) => filled(rows)));
    if (layout.length > 1) expect(read.map(({ name }) => name)).toEqual(sheets.map(({ name }) => name));
  }
});
