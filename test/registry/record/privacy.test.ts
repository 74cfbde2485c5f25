/** What a running registry shows each viewer of everybody in it, against the table written by hand. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../support/machine/sample.ts';
import { shownRow } from '../../support/network/shown-rows.ts';
import {
  type Account,
  ADMIN_ID,
  GENES,
  markedIn,
  markOf,
  PARTNER_TOKEN,
  privacyAccounts,
  privacySnapshot,
  tokenOf,
  UNSHOWN,
} from '../../support/privacy/privacy-snapshot.ts';
import { geneLevelInTable, isInGeneList, sightInTable, type TableViewer } from '../../support/privacy/privacy-table.ts';
import { PUBLIC, REGISTRIES, type Who } from '../../support/privacy/privacy-viewers.ts';
import {
  anonymously,
  expectAnonymisedUser,
  expectGeneRecord,
  type GeneRecord,
  inFull,
  personOf,
  personsIn,
  type Seen,
  seenGene,
  seenUser,
  type UserRecord,
} from '../../support/privacy/seen-records.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

type Page<T> = { content: T[] };

/** Packing and unpacking thousands of answers takes longer than asking for them. */
const PLAIN = { 'Accept-Encoding': 'identity' };

const COMBINATIONS = REGISTRIES.flatMap((one) => [false, true].map((anonymises) => ({ ...one, anonymises })));

// A sample has both: registries that show records anonymised, and those that do not.
describe.each(sampleOf(COMBINATIONS, 2))(
  'with $partnerRow ($account account), anonymised results $anonymises',
  ({ roles, account, who, anonymises }) => {
    const accounts = privacyAccounts(roles, account);
    let registry: TestRegistry;
    let publicPage: { users: Page<UserRecord>; genes: Page<GeneRecord> };
    beforeAll(async () => {
      registry = await startTestRegistry({
        snapshot: privacySnapshot(accounts),
        settings: {
          APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
          APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
        },
      });
      const users = await ask(PUBLIC, '/users?size=2000');
      const genes = await ask(PUBLIC, '/genes?size=2000');
      publicPage = { users: users.json(), genes: genes.json() };
    });
    afterAll(() => registry[Symbol.asyncDispose]());

    describe.each(sampleOf(who, 3))('$name', (viewer) => {
      test('is listed the users they may see', async () => {
        await expectUsersAt('/users', viewer, seenUsers(viewer));
      });

      test('is listed the genes they may see, of every tier', async () => {
        await expectGenesAt(
          '/genes',
          viewer,
          GENES.flatMap((gene) => seenGenes(viewer, gene)),
        );
      });

      test.each(GENES)('finds $symbol with those they may see', async (gene) => {
        const expected = gene.tier === 'TIER3' ? [] : seenGenes(viewer, gene);
        await expectGenesAt(`/genes/search?symbol=${gene.symbol}&taxonId=9606`, viewer, expected);
      });

      test.each(GENES)('finds as rows of $symbol those they may see, and of each what a row shows', async (gene) => {
        const query = `symbol=${gene.symbol}&taxonId=9606`;
        const expected = gene.tier === 'TIER3' ? [] : seenGenes(viewer, gene);
        const { text, json } = await ask(viewer, `/federated/genes/search?${query}&size=2000&fields=row`);
        expect(json().content.map(seenGene).sort()).toEqual(expected.toSorted());
        expect(markedIn(text)).toEqual(personsIn(expected));
        const whole = (await ask(viewer, `/federated/genes/search?${query}&size=2000`)).json().content;
        expect(withoutIds(json().content)).toEqual(withoutIds(whole.map(shownRow)));
      });

      test('finds as rows by an organ those they may see, and by a name those they may read', async () => {
        for (const [question, expected] of [
          ['descriptionLike=organ', seenUsers(viewer)],
          ['nameLike=person&prefix=false', readable(viewer).map(inFull)],
        ] as const) {
          const { text, json } = await ask(viewer, `/federated/users/search?${question}&size=2000&fields=row`);
          expect(json().content.map(seenUser).sort()).toEqual(expected.toSorted());
          expect(json().content.map(shownRow)).toEqual(json().content);
          expect(markedIn(text)).toEqual(personsIn(expected));
        }
      });

      test.each(['tiers=TIER3', 'tier=TIER3'])('finds nobody with %s', async (tiers) => {
        expect((await ask(viewer, `/genes/search?symbol=DEEP&taxonId=9606&${tiers}`)).text).toBe('[]');
      });

      test.each([
        ['a part of the name', 'nameLike=person&prefix=false'],
        ['the beginning of the last name', 'nameLike=last%20person&prefix=true'],
        ['the description', 'descriptionLike=description%20person'],
        ['a description per organism', 'descriptionLike=humans%20unshown'],
        ['an ontology term', 'descriptionLike=term%20person'],
        ['name and description', 'nameLike=person&descriptionLike=person'],
        ['name and organ', 'nameLike=person&descriptionLike=organ'],
      ])('finds by %s those they may read, and nobody else', async (_, question) => {
        await expectUsersAt(`/users/search?${question}`, viewer, readable(viewer).map(inFull));
      });

      test('finds by an organ also those who are shown without their person', async () => {
        await expectUsersAt('/users/search?descriptionLike=organ', viewer, seenUsers(viewer));
      });

      test('gets by id those they may read, and is denied the rest', async () => {
        for (const { id } of accounts) {
          const { status, text, json } = await ask(viewer, `/users/${id}`);
          const mayRead = readable(viewer).includes(id);
          expect([id, status]).toEqual([id, mayRead ? 200 : 401]);
          if (mayRead) expectUsers([json()], viewer, [inFull(id)]);
          else expect(text).toBe('Access is denied');
        }
      });

      test('gets by anonymous id what their rights allow', async () => {
        const hiddenUsers = publicPage.users.content.filter(({ anonymousId }) => anonymousId);
        const hiddenGenes = publicPage.genes.content.filter(({ anonymousId }) => anonymousId);
        expect(hiddenUsers.length > 0 && hiddenGenes.length > 0).toBe(anonymises);
        for (const hidden of hiddenUsers) {
          const { text, json } = await ask(viewer, `/users/by-anonymous-id/${hidden.anonymousId}`);
          const id = personOf(hidden);
          const seen = readable(viewer).includes(id) ? inFull(id) : anonymously(id);
          expectUsers([json()], viewer, [seen]);
          expect(json().anonymousId).toBe(seen === inFull(id) ? undefined : hidden.anonymousId);
          expect(markedIn(text)).toEqual(personsIn([seen]));
        }
        for (const hidden of hiddenGenes) {
          const { text, json } = await ask(viewer, `/genes/by-anonymous-id/${hidden.anonymousId}`);
          const gene = GENES.find(({ geneId }) => geneId === hidden.geneId);
          const id = personOf(hidden.remoteUser);
          const seen = gene ? seenGenes(viewer, gene).filter((one) => one.startsWith(`${id} `)) : [];
          expectGenes([json()], seen);
          expect(json().anonymousId).toBe(seen[0]?.includes('full') ? undefined : hidden.anonymousId);
          expect(markedIn(text)).toEqual(personsIn(seen));
        }
      });
    });

    // What a researcher sees has nothing to do with the partners' account.
    if (roles === REGISTRIES[0]?.roles) {
      test('every researcher sees themself whole unless they have no level, and is a member to all others', async () => {
        for (const { id } of accounts.filter(({ id, enabled }) => enabled && id > ADMIN_ID)) {
          const self: Who = { name: 'a researcher', row: 'member', id, token: tokenOf(id) };
          const own = readable(self)
            .filter((one) => one === id)
            .map(inFull);
          await expectUsersAt('/users', self, seenUsers(self));
          await expectGenesAt(
            '/genes',
            self,
            GENES.flatMap((gene) => seenGenes(self, gene)),
          );
          await expectUsersAt(`/users/search?nameLike=${markOf(id)}&prefix=false`, self, own);
          for (const gene of GENES.slice(0, 2)) {
            await expectGenesAt(`/genes/search?symbol=${gene.symbol}&taxonId=9606`, self, seenGenes(self, gene));
          }
          expect((await ask(self, `/users/${id}`)).status).toBe(readable(self).includes(id) ? 200 : 401);
        }
      });

      test('a disabled account sees nothing: its token is refused', async () => {
        for (const { id } of accounts.filter(
          ({ enabled, isRemoteSearchAccount }) => !enabled && !isRemoteSearchAccount,
        )) {
          const refused = await ask({ ...PUBLIC, token: tokenOf(id) }, '/users');
          expect([refused.status, refused.text]).toEqual([401, 'API token is invalid.']);
        }
      });
    }

    test('when all ask at once, everybody gets their own answer', async () => {
      const all = Array.from({ length: 30 }, (_, index) => who[index % who.length] ?? PUBLIC);
      // Compressed and plain answers are put together in different ways.
      const encodings = ['identity', 'gzip'].map((encoding) => ({ 'Accept-Encoding': encoding }));
      const asked = all.flatMap((viewer) =>
        encodings.map(async (headers) => ({ viewer, ...(await ask(viewer, '/users?size=2000', headers)) })),
      );
      for (const { viewer, text, json } of await Promise.all(asked)) {
        expectUsers(json().content, viewer, seenUsers(viewer));
        expect(markedIn(text)).toEqual(readable(viewer));
      }
    });

    /** Asks, and looks at what no answer may ever hold. */
    async function ask({ token }: Who, path: string, more: Record<string, string> = {}) {
      const headers = { ...PLAIN, ...more, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
      const response = await registry.get(`/api${path}`, { headers });
      const text = await response.text();
      expect(text).not.toContain(UNSHOWN);
      expect(response.headers.get('Set-Cookie')).toBeNull();
      const isForAnybody = token === undefined && !text.includes('"anonymousId"');
      if (!isForAnybody) expect(response.headers.get('Cache-Control')).toContain('no-store');
      return { status: response.status, text, json: () => JSON.parse(text) };
    }

    function rowOf(viewer: Who, owner: Account): TableViewer {
      return viewer.id === owner.id ? 'owner' : viewer.row;
    }

    function readable(viewer: Who): number[] {
      return accounts
        .filter((owner) => sightInTable(rowOf(viewer, owner), owner, owner.privacyLevel, anonymises) === 'full')
        .map(({ id }) => id);
    }

    function seenUsers(viewer: Who): Seen[] {
      return accounts.flatMap((owner) => {
        const sight = sightInTable(rowOf(viewer, owner), owner, owner.privacyLevel, anonymises);
        return sight === 'hidden' ? [] : [`${owner.id} ${sight}`];
      });
    }

    function seenGenes(viewer: Who, { geneId, own }: (typeof GENES)[number]): Seen[] {
      return accounts.flatMap((owner) => {
        const sight = sightInTable(rowOf(viewer, owner), owner, geneLevelInTable(own, owner), anonymises);
        return sight === 'hidden' ? [] : [`${owner.id} ${sight} ${geneId}`];
      });
    }

    /** Expects these users there, nothing of anybody else, and the same number on a page. */
    async function expectUsersAt(path: string, viewer: Who, expected: Seen[]): Promise<void> {
      const { text, records } = await askAll(path, viewer, expected.length);
      expectUsers(records, viewer, expected);
      expect(markedIn(text)).toEqual(personsIn(expected));
    }

    async function expectGenesAt(path: string, viewer: Who, expected: Seen[]): Promise<void> {
      const { text, records } = await askAll(path, viewer, expected.length);
      expectGenes(records, expected);
      expect(markedIn(text)).toEqual(personsIn(expected));
    }

    async function askAll(path: string, viewer: Who, total: number) {
      const onePage = await ask(viewer, `${path}${path.includes('?') ? '&' : '?'}size=2000`);
      const { content, totalElements, numberOfElements } = onePage.json();
      expect([totalElements, numberOfElements]).toEqual([total, total]);
      if (!path.includes('/search')) return { text: onePage.text, records: content };
      const { text, json } = await ask(viewer, path);
      return { text, records: json() };
    }

    function expectUsers(records: UserRecord[], viewer: Who, expected: Seen[]): void {
      expect(records.map(seenUser).sort()).toEqual(expected.toSorted());
      for (const record of records) {
        if (record.id === undefined) expectAnonymisedUser(record);
        else expect(levelsByGene(record)).toEqual(listedGenes(viewer, record.id));
      }
    }

    function expectGenes(records: GeneRecord[], expected: Seen[]): void {
      expect(records.map(seenGene).sort()).toEqual(expected.toSorted());
      for (const record of records) {
        const owner = accounts.find(({ id }) => id === personOf(record.remoteUser));
        const own = GENES.find(({ geneId }) => geneId === record.geneId)?.own ?? null;
        expectGeneRecord(record, owner === undefined ? null : geneLevelInTable(own, owner));
      }
    }

    function listedGenes(viewer: Who, ownerId: number): [string, number | null][] {
      const owner = accounts.find(({ id }) => id === ownerId);
      if (owner === undefined) return [];
      return GENES.map(({ geneId, own }) => ({ geneId, level: geneLevelInTable(own, owner) }))
        .filter(({ level }) => isInGeneList(rowOf(viewer, owner), owner, level))
        .map(({ geneId, level }) => [String(geneId), level]);
    }
  },
);

/** Records that can be compared; an anonymised one has other ids in every answer. */
function withoutIds(records: unknown[]): unknown {
  return JSON.parse(JSON.stringify(records).replace(/(?<="anonymousId":"|by-anonymous-id\/)[\w-]+/g, ''));
}

function levelsByGene({ userGenes }: UserRecord): [string, number][] {
  return Object.entries(userGenes).map(([geneId, { privacyLevel }]) => [geneId, privacyLevel]);
}
