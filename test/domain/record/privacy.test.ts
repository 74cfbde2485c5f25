/** Who may see what: the rule, over everything there can be, against the table written by hand. */

import { describe, expect, test } from 'vitest';
import {
  type Owner,
  type PrivacyLevel,
  PUBLIC_VIEWER,
  type Viewer,
  type ViewerKind,
} from '../../../src/domain/record/model.ts';
import {
  effectiveLevel,
  geneListFloor,
  mayRead,
  profileLevel,
  publicViewOf,
  readerClassesOf,
  readerClassOf,
  sightOf,
} from '../../../src/domain/record/privacy.ts';
import {
  geneLevelInTable,
  isInGeneList,
  sightInTable,
  TABLE_VIEWERS,
  type TableViewer,
} from '../../support/privacy/privacy-table.ts';

const OWNER_ID = 7;
const SOMEBODY_ELSE = 1;
const LEVELS = [null, 0, 1, 2] as const;
const YES_AND_NO = [true, false];

function viewer(kind: ViewerKind, userId: number | undefined, ...roles: ('admin' | 'service')[]): Viewer {
  return { kind, userId, hasAdminRole: roles.includes('admin'), hasServiceRole: roles.includes('service') };
}

/** Everybody who can stand in a row of the table. */
const WHO: Record<TableViewer, Viewer[]> = {
  public: [viewer('public', undefined)],
  member: [viewer('member', SOMEBODY_ELSE)],
  service: [viewer('service', SOMEBODY_ELSE, 'service')],
  admin: [viewer('admin', SOMEBODY_ELSE, 'admin'), viewer('admin', SOMEBODY_ELSE, 'admin', 'service')],
  'partner, administrator': [
    viewer('partner', SOMEBODY_ELSE, 'admin'),
    viewer('partner', SOMEBODY_ELSE, 'admin', 'service'),
  ],
  'partner, service account': [viewer('partner', SOMEBODY_ELSE, 'service')],
  'partner, neither': [viewer('partner', SOMEBODY_ELSE)],
  owner: [
    viewer('member', OWNER_ID),
    viewer('service', OWNER_ID, 'service'),
    viewer('admin', OWNER_ID, 'admin'),
    viewer('admin', OWNER_ID, 'admin', 'service'),
  ],
};

const OWNERS: Owner[] = LEVELS.flatMap((privacyLevel) =>
  YES_AND_NO.flatMap((shared) =>
    YES_AND_NO.flatMap((hideGenelist) =>
      YES_AND_NO.flatMap((enabled) =>
        YES_AND_NO.map((isRemoteSearchAccount) => {
          return { id: OWNER_ID, privacyLevel, shared, hideGenelist, enabled, isRemoteSearchAccount };
        }),
      ),
    ),
  ),
);

type Case = { row: TableViewer; who: Viewer; owner: Owner; anonymises: boolean };

const CASES: Case[] = TABLE_VIEWERS.flatMap((row) =>
  WHO[row].flatMap((who) =>
    OWNERS.flatMap((owner) => YES_AND_NO.map((anonymises) => ({ row, who, owner, anonymises }))),
  ),
);

test('every combination is looked at', () => {
  // 13 viewers, 4 levels, 4 switches of the owner, anonymisation on and off; genes have 4 levels of their own.
  expect(CASES).toHaveLength(13 * 4 * 2 ** 4 * 2);
});

describe.each(TABLE_VIEWERS)('to the viewer "%s"', (row) => {
  const cases = CASES.filter((one) => one.row === row);

  test('every profile is shown as the table says', () => {
    const wrong = cases.filter(({ who, owner, anonymises }) => {
      const shown = sightOf(who, owner, profileLevel(owner), anonymises);
      return shown !== sightInTable(row, owner, owner.privacyLevel, anonymises);
    });
    expect(wrong).toEqual([]);
  });

  test.each(LEVELS)('every gene with the level %j of its own is shown as the table says', (own) => {
    const wrong = cases.filter(({ who, owner, anonymises }) => {
      const shown = sightOf(who, owner, effectiveLevel(own, owner), anonymises);
      return shown !== sightInTable(row, owner, geneLevelInTable(own, owner), anonymises);
    });
    expect(wrong).toEqual([]);
  });

  test('every list of genes that is sent holds the genes that the table says', () => {
    const readable = cases.filter(({ who, owner }) => mayRead(who, owner, profileLevel(owner)));
    const levelsShown = ({ who, owner }: Case) => {
      const floor = geneListFloor(who, owner);
      return LEVELS.filter((level) => level !== null && floor !== undefined && level >= floor);
    };
    const wrong = readable.filter((one) => {
      const expected = LEVELS.filter((level) => isInGeneList(row, one.owner, level));
      return JSON.stringify(levelsShown(one)) !== JSON.stringify(expected);
    });
    expect(readable.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test('whoever is seen in full is seen in full whether the registry anonymises or not', () => {
    for (const { who, owner, anonymises } of cases) {
      const shown = sightOf(who, owner, profileLevel(owner), anonymises);
      expect(shown === 'full').toBe(mayRead(who, owner, profileLevel(owner)));
    }
  });
});

describe('the level that counts for a gene', () => {
  test.each<[own: PrivacyLevel | null, owners: PrivacyLevel | null, counts: PrivacyLevel]>([
    [null, 2, 2],
    [null, 1, 1],
    [null, 0, 0],
    [2, 2, 2],
    [2, 1, 1],
    [2, 0, 0],
    [1, 2, 1],
    [1, 1, 1],
    [1, 0, 0],
    [0, 2, 0],
    [0, 1, 0],
    [0, 0, 0],
    // No level is private: such an owner's genes are published by nobody (quirk 45).
    [null, null, 0],
    [2, null, 0],
    [1, null, 0],
    [0, null, 0],
  ])('at %j of an owner at %j is %d', (own, privacyLevel, counts) => {
    expect(effectiveLevel(own, { privacyLevel })).toBe(counts);
  });

  test('never lets a gene be read whose owner may not be', () => {
    for (const { who, owner } of CASES) {
      for (const own of LEVELS) {
        const gene = mayRead(who, owner, effectiveLevel(own, owner));
        expect(!gene || mayRead(who, owner, profileLevel(owner))).toBe(true);
      }
    }
  });
});

test('no level of a profile is private', () => {
  const levels = OWNERS.filter(({ privacyLevel }) => privacyLevel === null).map(profileLevel);
  expect(new Set(levels)).toEqual(new Set([0]));
});

describe('nobody', () => {
  const everybody = Object.values(WHO).flat();

  test.each([
    ['a disabled account', { enabled: false }],
    ['the account of partners', { isRemoteSearchAccount: true }],
  ])('ever sees %s, anonymised or not', (_, state) => {
    const owners = OWNERS.map((owner) => ({ ...owner, ...state }));
    const seen = everybody.flatMap((who) =>
      owners.flatMap((owner) => YES_AND_NO.map((anonymises) => sightOf(who, owner, profileLevel(owner), anonymises))),
    );
    expect(new Set(seen)).toEqual(new Set(['hidden']));
  });

  test('reads a researcher without a level, nor their genes, not even that researcher', () => {
    const owners = OWNERS.filter(({ privacyLevel }) => privacyLevel === null);
    const read = everybody.filter((who) =>
      owners.some((owner) => ([0, 1, 2] as const).some((level) => mayRead(who, owner, level))),
    );
    expect(read).toEqual([]);
  });
});

test('of a class of readers, everybody but the owner reads all profiles or none', () => {
  const strangers = Object.entries(WHO).flatMap(([row, viewers]) => (row === 'owner' ? [] : viewers));
  for (const enabled of YES_AND_NO) {
    for (const shared of YES_AND_NO) {
      for (const privacyLevel of LEVELS) {
        const owner = {
          id: OWNER_ID,
          enabled,
          shared,
          privacyLevel,
          hideGenelist: false,
          isRemoteSearchAccount: false,
        };
        const readers = readerClassOf(owner);
        for (const one of strangers) {
          const isRead = mayRead(one, owner, profileLevel(owner));
          expect([one, owner, readers !== null && readerClassesOf(one).includes(readers)]).toEqual([
            one,
            owner,
            isRead,
          ]);
        }
      }
    }
  }
});

test('the classes of one kind of viewer are worked out once', () => {
  const [one, same] = [readerClassesOf(PUBLIC_VIEWER), readerClassesOf({ ...PUBLIC_VIEWER, userId: 7 })];
  expect(same).toBe(one);
});

describe('what the public sees of a person', () => {
  const owner: Owner = {
    ...{ id: OWNER_ID, privacyLevel: 2, shared: true },
    ...{ hideGenelist: false, enabled: true, isRemoteSearchAccount: false },
  };
  const genes = [
    { geneId: 2, tier: 'TIER2', ownLevel: null },
    { geneId: 1, tier: 'TIER1', ownLevel: 2 },
    { geneId: 3, tier: 'TIER1', ownLevel: 0 },
  ] as const;

  test.each([
    ['public', {}, ['gene 3 TIER1', 'person 7 listed 1 TIER1,2 TIER2']],
    ['public, with a hidden list', { hideGenelist: true }, ['gene 3 TIER1', 'person 7 apart 1 TIER1,2 TIER2']],
    ['private', { privacyLevel: 0 }, ['gene 2 TIER2', 'gene 1 TIER1', 'gene 3 TIER1', 'person']],
    ['disabled', { enabled: false }, []],
  ] as const)('who is %s, is the same in whatever order the genes are given', (_, change, texts) => {
    const [one, other] = [genes, genes.toReversed()].map((given) => publicViewOf({ ...owner, ...change }, given, true));
    expect(one).toEqual(texts);
    expect(other?.toSorted()).toEqual(texts.toSorted());
  });

  test('is no more of somebody without genes or without anonymised records', () => {
    expect(publicViewOf(owner, [], true)).toEqual(['person 7 apart ']);
    expect(publicViewOf({ ...owner, privacyLevel: 0 }, genes, false)).toEqual([]);
  });
});
