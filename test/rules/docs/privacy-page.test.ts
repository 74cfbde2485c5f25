/** The tables of docs/privacy.md that print the rule of privacy: every cell, in both directions. */

import { describe, expect, test } from 'vitest';
import { configKeys } from '../../../src/config/config-keys.ts';
import {
  type Owner,
  type PrivacyLevel,
  ROLES,
  type Viewer,
  type ViewerKind,
} from '../../../src/domain/record/model.ts';
import { effectiveLevel, geneListFloor, profileLevel, sightOf } from '../../../src/domain/record/privacy.ts';
import { publicEmail } from '../../../src/domain/record/records.ts';
import { page, tableUnder, theOne } from '../../support/docs/privacy-tables.ts';
import { codesIn } from '../../support/docs/read-markdown.ts';
import { privacyAccounts, privacySnapshot } from '../../support/privacy/privacy-snapshot.ts';

const SIGHT_WORDS: Record<string, string> = {
  'full full': 'in full',
  'anonymous hidden': 'anonymised',
  'hidden hidden': 'never',
};
const OWNER_ID = 7;
const YES_AND_NO = [true, false];

type Row = { who: Viewer; consent: boolean[] };

function row(kind: ViewerKind, roles: string, consent = YES_AND_NO): Row {
  const userId = kind === 'public' ? undefined : 1;
  return {
    who: { kind, userId, hasAdminRole: roles.includes('ADMIN'), hasServiceRole: roles.includes('SERVICE') },
    consent,
  };
}

/** Who asks, in the words of the page. */
const ROWS: Record<string, Row> = {
  'Anybody, without a token': row('public', ''),
  'A registered researcher': row('member', ''),
  'A service account': row('service', 'SERVICE'),
  'An administrator': row('admin', 'ADMIN'),
  'A partner as `ROLE_ADMIN`, with her consent': row('partner', 'ADMIN', [true]),
  'A partner as `ROLE_ADMIN`, without her consent': row('partner', 'ADMIN', [false]),
  'A partner as `ROLE_SERVICE_ACCOUNT`, with her consent': row('partner', 'SERVICE', [true]),
  'A partner as `ROLE_SERVICE_ACCOUNT`, without her consent': row('partner', 'SERVICE', [false]),
  'A partner with neither role': row('partner', ''),
  'She herself': { ...row('member', ''), who: { ...row('member', '').who, userId: OWNER_ID } },
};

/** Whose record it is, in the words of the page; what is not said here must not matter. */
const COLUMNS: Record<string, Partial<Owner>[]> = {
  Public: [{ privacyLevel: 2 }],
  Shared: [{ privacyLevel: 1 }],
  Private: [{ privacyLevel: 0 }],
  'No level': [{ privacyLevel: null }],
  Disabled: ([null, 0, 1, 2] as const).map((privacyLevel) => ({ privacyLevel, enabled: false })),
  "Partners' account": ([null, 0, 1, 2] as const).flatMap((privacyLevel) =>
    YES_AND_NO.map((enabled) => ({ privacyLevel, enabled, isRemoteSearchAccount: true })),
  ),
};

const READABLE: Partial<Owner>[] = [{ privacyLevel: 2 }, { privacyLevel: 1 }, { privacyLevel: 0 }];

function ownersOf(settings: Partial<Owner>[], consent: boolean[], hidden = YES_AND_NO): Owner[] {
  return settings.flatMap((some) =>
    consent.flatMap((shared) =>
      hidden.map((hideGenelist) => {
        const plain = { id: OWNER_ID, privacyLevel: 2 as const, enabled: true, isRemoteSearchAccount: false };
        return { ...plain, shared, hideGenelist, ...some };
      }),
    ),
  );
}

describe('the table of profiles', () => {
  const seenAs = (who: Viewer, owner: Owner): string => {
    const [on, off] = YES_AND_NO.map((anonymises) => sightOf(who, owner, profileLevel(owner), anonymises));
    return SIGHT_WORDS[`${on} ${off}`] ?? `${on} and ${off}`;
  };

  test('is the rule', () => {
    const rows = Object.entries(ROWS).map(([label, { who, consent }]) => [
      label,
      ...Object.values(COLUMNS).map((settings) =>
        theOne(ownersOf(settings, consent).map((owner) => seenAs(who, owner))),
      ),
    ]);
    expect(tableUnder('Profiles')).toEqual([['Who asks', ...Object.keys(COLUMNS)], ...rows]);
  });

  test('holds for whatever else an administrator or a researcher is', () => {
    const administrator = { kind: 'admin' as const, userId: 1, hasAdminRole: true, hasServiceRole: true };
    for (const owner of Object.values(COLUMNS).flatMap((settings) => ownersOf(settings, YES_AND_NO))) {
      expect(seenAs(administrator, owner)).toBe(seenAs({ ...administrator, hasServiceRole: false }, owner));
      const self = { ...administrator, userId: OWNER_ID };
      expect(seenAs({ ...self, kind: 'service' }, owner)).toBe(seenAs({ ...self, kind: 'member' }, owner));
    }
  });
});

describe('the table of genes', () => {
  const LEVELS: [string, PrivacyLevel | null][] = [
    ['public', 2],
    ['shared', 1],
    ['private', 0],
    ['without a level', null],
  ];
  const wordOf = (level: PrivacyLevel): string => LEVELS.find(([, one]) => one === level)?.[0] ?? '?';

  test('is the rule', () => {
    const rows = LEVELS.map(([word, own]) => [
      own === null ? 'None' : `${word[0]?.toUpperCase()}${word.slice(1)}`,
      ...LEVELS.map(([, privacyLevel]) => wordOf(effectiveLevel(own, { privacyLevel }))),
    ]);
    const header = ["The gene's own level", ...LEVELS.map(([word]) => `Profile ${word}`)];
    expect(tableUnder('Genes')).toEqual([header, ...rows]);
  });

  test('is read with the table of profiles: a gene is seen as a profile of the level that counts', () => {
    for (const { who, consent } of Object.values(ROWS)) {
      for (const owner of ownersOf(READABLE, consent)) {
        for (const [, own] of LEVELS) {
          const level = effectiveLevel(own, owner);
          const likeIt = { ...owner, privacyLevel: level };
          expect(sightOf(who, owner, level, true)).toBe(sightOf(who, likeIt, profileLevel(likeIt), true));
        }
      }
    }
  });
});

describe('the table of gene lists', () => {
  const WORDS = new Map([
    [0, 'all genes'],
    [1, 'public and shared genes'],
    [2, 'public genes'],
    [undefined, 'none'],
  ]);

  test('is the rule', () => {
    const rows = Object.entries(ROWS).map(([label, { who, consent }]) => [
      label,
      ...[false, true].map((hidden) =>
        theOne(ownersOf(READABLE, consent, [hidden]).map((owner) => WORDS.get(geneListFloor(who, owner)))),
      ),
    ]);
    expect(tableUnder('Gene lists')).toEqual([['Who asks', 'List not hidden', 'List hidden'], ...rows]);
  });
});

describe('the table of e-mail addresses', () => {
  test('is the rule', () => {
    const [user] = privacySnapshot(privacyAccounts([], 'open')).users;
    const shown = (contactEmailVerified: boolean, contactEmail: string | null) => {
      const address =
        user && publicEmail({ ...user, enabled: true, contactEmailVerified, contactEmail, email: 'login' });
      return { contact: 'the contact address', login: 'the address of the login' }[address || ''] ?? 'none';
    };
    expect(tableUnder('E-mail addresses')).toEqual([
      ['Contact address', 'The address shown'],
      ['Verified', shown(true, 'contact')],
      ['Verified, but empty', theOne([shown(true, ''), shown(true, null)])],
      ['Not verified, or none', theOne([shown(false, 'contact'), shown(false, null)])],
    ]);
  });
});

describe('what the page names', () => {
  const keys = configKeys.map(({ name }) => name);

  test('is there: settings and roles', () => {
    const named = codesIn(page).filter((code) => /^app\./.test(code));
    expect(named.filter((code) => !keys.includes(code))).toEqual([]);
    const roles = codesIn(page).filter((code) => /^ROLE_/.test(code));
    expect(roles.filter((code) => !(ROLES as readonly string[]).includes(code))).toEqual([]);
  });

  test('is every setting that has to do with privacy or partners', () => {
    const settings = keys.filter((name) => /\.(privacy|isearch|search)\.|anonymi|max-age|^audit-log\./.test(name));
    const documented = tableUnder('What the operator decides').flatMap(([cell = '']) => codesIn(cell));
    expect(documented.toSorted()).toEqual(settings.toSorted());
  });

  test('is the default lifetime of an anonymous id', () => {
    const lifetime = configKeys.find(({ name }) => name.endsWith('anonymous-id-lifetime-minutes'))?.defaultValue;
    expect(page.replace(/\s+/g, ' ')).toContain(`It lives ${lifetime} minutes`);
  });
});
