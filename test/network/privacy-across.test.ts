/** Who sees what of another registry through this one: the table of privacy holds across the network. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/domain/record/model.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { withoutStamp } from '../support/network/federated-records.ts';
import { bearer, CALLER_SETTINGS, CALLERS, type Caller, callersSnapshot } from '../support/network/network-callers.ts';
import { shownRow } from '../support/network/shown-rows.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import {
  type Account,
  GENES,
  markedIn,
  PARTNER_TOKEN,
  privacyAccounts,
  privacySnapshot,
  type RemoteAccount,
  UNSHOWN,
} from '../support/privacy/privacy-snapshot.ts';
import { geneLevelInTable, isInGeneList, sightInTable, type TableViewer } from '../support/privacy/privacy-table.ts';
import {
  expectAnonymisedUser,
  type GeneRecord,
  personOf,
  personsIn,
  type Seen,
  seenGene,
  seenUser,
  type UserRecord,
} from '../support/privacy/seen-records.ts';

/** The registries that A asks, each with every combination of privacy settings, and how A stands with each. */
type QueriedRegistry = {
  key: string;
  token: string | undefined;
  roles: Role[];
  account: RemoteAccount;
  adminSeesAs: TableViewer;
};
const ASKED: QueriedRegistry[] = [
  {
    key: 'knows-as-admin',
    token: PARTNER_TOKEN,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    account: 'conventional',
    adminSeesAs: 'partner, administrator',
  },
  {
    key: 'knows-as-service',
    token: PARTNER_TOKEN,
    roles: ['ROLE_SERVICE_ACCOUNT'],
    account: 'open',
    adminSeesAs: 'partner, service account',
  },
  {
    key: 'knows-as-neither',
    token: PARTNER_TOKEN,
    roles: ['ROLE_USER'],
    account: 'open',
    adminSeesAs: 'partner, neither',
  },
  {
    key: 'does-not-know',
    token: 'token-that-nobody-there-knows',
    roles: ['ROLE_ADMIN'],
    account: 'conventional',
    adminSeesAs: 'public',
  },
  { key: 'no-token', token: undefined, roles: ['ROLE_ADMIN'], account: 'conventional', adminSeesAs: 'public' },
];
describe.each(sampleOf([true, false], 1))('where the others show hidden researchers anonymised: %s', (anonymises) => {
  let network: Network;
  beforeAll(async () => {
    network = await startNetwork([
      {
        key: 'a',
        snapshot: callersSnapshot(),
        settings: CALLER_SETTINGS,
        tokens: Object.fromEntries(ASKED.flatMap(({ key, token }) => (token === undefined ? [] : [[key, token]]))),
      },
      ...ASKED.map(({ key, roles, account }) => ({
        key,
        asks: [],
        snapshot: privacySnapshot(privacyAccounts(roles, account)),
        settings: {
          APP_SITE_SHORTNAME: 'Registry',
          APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
          APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
        },
      })),
    ]);
  });
  afterAll(() => network[Symbol.asyncDispose]());

  // Only administrators of A itself are more than the public elsewhere. For all others, one registry that would show more to
  // our token and one that is asked without are enough.
  describe.each(sampleOf(CALLERS, 3))('$name', (viewer) => {
    const asked =
      viewer.kind === 'admin' ? ASKED : ASKED.filter(({ key }) => /^(?:knows-as-admin|no-token)$/.test(key));
    describe.each(sampleOf(asked, 1))('of the registry that $key', (asked) => {
      const accounts = privacyAccounts(asked.roles, asked.account);
      const row: TableViewer = viewer.kind === 'admin' ? asked.adminSeesAs : 'public';
      const isRefused = viewer.kind === 'admin' && asked.key === 'does-not-know';

      test('is listed the researchers they may see', async () => {
        const { text, content } = await ask(viewer, asked, '/users?size=1000');
        expectUsers(content, seenUsers());
        expect(markedIn(text)).toEqual(personsIn(seenUsers()));
      });

      test('is listed the genes they may see, but none of tier 3', async () => {
        const expected = GENES.filter(({ tier }) => tier !== 'TIER3').flatMap(seenGenes);
        const { text, content } = await ask(viewer, asked, '/genes?size=1000');
        expectGenes(content, expected);
        expect(markedIn(text)).toEqual(personsIn(expected));
      });

      test.each(GENES.filter(({ tier }) => tier !== 'TIER3'))('finds $symbol with those they may see', async (gene) => {
        const { text, content } = await ask(
          viewer,
          asked,
          `/genes/search?symbol=${gene.symbol}&taxonId=9606&size=1000`,
        );
        expectGenes(content, seenGenes(gene));
        expect(markedIn(text)).toEqual(personsIn(seenGenes(gene)));
      });

      test('finds as rows those they may see, and of each what a row shows', async () => {
        for (const gene of GENES.filter(({ tier }) => tier !== 'TIER3')) {
          const path = `/genes/search?symbol=${gene.symbol}&taxonId=9606&size=1000&fields=row`;
          const { text, content } = await ask(viewer, asked, path);
          expect(content.map(seenGene).sort()).toEqual(seenGenes(gene).toSorted());
          expect(content.map(shownRow)).toEqual(content);
          expect(markedIn(text)).toEqual(personsIn(seenGenes(gene)));
        }
        const { text, content } = await ask(viewer, asked, '/users/search?descriptionLike=organ&size=1000&fields=row');
        expect(content.map(seenUser).sort()).toEqual(seenUsers().toSorted());
        expect(content.map(shownRow)).toEqual(content);
        expect(markedIn(text)).toEqual(personsIn(seenUsers()));
      });

      test('finds nobody with a gene of tier 3, which is not even asked for', async () => {
        const { content } = await ask(viewer, asked, '/genes/search?symbol=DEEP&taxonId=9606&size=1000');
        expect(content).toEqual([]);
        const { content: deep, origin } = await ask(
          viewer,
          asked,
          '/genes/search?symbol=DEEP&taxonId=9606&tiers=TIER3&size=1000',
        );
        expect([deep, origin.state]).toEqual([[], 'unsupported']);
      });

      test('finds by name and description those they may read, and nobody else', async () => {
        for (const query of ['nameLike=person&prefix=false', 'descriptionLike=description%20person']) {
          const { text, content } = await ask(viewer, asked, `/users/search?${query}&size=1000`);
          expectUsers(
            content,
            readable().map((id) => `${id} full`),
          );
          expect(markedIn(text)).toEqual(readable());
        }
      });

      test('finds by an organ also those who are shown without their person', async () => {
        const { text, content } = await ask(viewer, asked, '/users/search?descriptionLike=organ&size=1000');
        expectUsers(content, seenUsers());
        expect(markedIn(text)).toEqual(personsIn(seenUsers()));
      });

      test('gets by id those they may read there, and is denied the rest', async () => {
        // All who are the public there get the same answers, so a part of them will do.
        const some = accounts.filter((_, index) => viewer.kind === 'admin' || index % 4 === 0);
        for (const { id } of some) {
          const { status, text } = await get(viewer, `/users/${id}?origin=${asked.key}`);
          const mayRead = readable().includes(id);
          expect([id, status, markedIn(text)]).toEqual([id, mayRead ? 200 : 403, mayRead ? [id] : []]);
        }
      });

      test('gets by anonymous id what their rights there allow', async () => {
        const hidden: UserRecord[] = (await askHere(asked, '/users?size=1000')).filter(isHidden);
        expect(hidden.length > 0).toBe(anonymises);
        for (const record of hidden.filter((_, index) => index % 3 === 0)) {
          const path = `/users/by-anonymous-id/${record.anonymousId}?origin=${asked.key}`;
          const { status, text } = await get(viewer, path);
          const id = personOf(record);
          const seen = readable().includes(id) ? `${id} full` : `${id} anonymous`;
          expect(status).toBe(200);
          expectUsers([JSON.parse(text)], [seen]);
          expect(markedIn(text)).toEqual(personsIn([seen]));
        }
      });

      /** One registry's part of a federated answer, and what no answer may ever hold. */
      async function ask({ token }: Caller, { key }: QueriedRegistry, path: string) {
        const answer = await network.at('a').json(`/api/federated${path}&origins=${key}`, token);
        const origin = answer.origins.find((one: { key: string }) => one.key === key);
        const isPut = origin.state !== 'not-asked' && origin.state !== 'unsupported';
        if (isPut) expect(origin.state).toBe(isRefused ? 'limited' : answer.content.length > 0 ? 'answered' : 'empty');
        if (isRefused && isPut) expect(answer.summary).toContain('refused our token');
        const text = JSON.stringify(answer.content);
        expect(text).not.toContain(UNSHOWN);
        return { text, content: answer.content, origin };
      }

      function readable(): number[] {
        return accounts
          .filter((owner) => sightInTable(row, owner, owner.privacyLevel, anonymises) === 'full')
          .map(({ id }) => id);
      }

      function seenUsers(): Seen[] {
        return accounts.flatMap((owner) => {
          const sight = sightInTable(row, owner, owner.privacyLevel, anonymises);
          return sight === 'hidden' ? [] : [`${owner.id} ${sight}`];
        });
      }

      function seenGenes({ geneId, own }: (typeof GENES)[number]): Seen[] {
        return accounts.flatMap((owner) => {
          const sight = sightInTable(row, owner, geneLevelInTable(own, owner), anonymises);
          return sight === 'hidden' ? [] : [`${owner.id} ${sight} ${geneId}`];
        });
      }

      function expectUsers(records: UserRecord[], expected: Seen[]): void {
        expect(records.map(seenUser).sort()).toEqual(expected.toSorted());
        for (const record of records) {
          if (record.id === undefined) expectAnonymisedUser({ ...withoutStamp(record), ...{ origin: 'Registry' } });
          else expect(levelsByGene(record)).toEqual(listedGenes(record.id));
        }
      }

      function expectGenes(records: GeneRecord[], expected: Seen[]): void {
        expect(records.map(seenGene).sort()).toEqual(expected.toSorted());
        for (const { anonymousId, remoteUser } of records) {
          expect(isHidden(remoteUser)).toBe(anonymousId !== undefined);
          if (isHidden(remoteUser)) expectAnonymisedUser({ ...remoteUser, ...{ origin: 'Registry' } });
        }
      }

      /** The genes inside a researcher: those the viewer may see, but none of tier 3. */
      function listedGenes(ownerId: number): [string, number | null][] {
        const owner = accounts.find(({ id }) => id === ownerId) as Account;
        return GENES.filter(({ tier }) => tier !== 'TIER3')
          .map(({ geneId, own }) => ({ geneId, level: geneLevelInTable(own, owner) }))
          .filter(({ level }) => isInGeneList(row, owner, level))
          .map(({ geneId, level }) => [String(geneId), level]);
      }
    });
  });

  /** What the registry itself shows the public. */
  async function askHere({ key }: QueriedRegistry, path: string) {
    return (await network.at(key).json(`/api${path}`)).content;
  }

  async function get({ token }: Caller, path: string) {
    const response = await network.at('a').get(`/api/federated${path}`, { headers: bearer(token) });
    return { status: response.status, text: await response.text() };
  }
});

function isHidden({ anonymousId }: UserRecord): boolean {
  return anonymousId !== undefined;
}

function levelsByGene({ userGenes }: UserRecord): [string, number][] {
  return Object.entries(userGenes).map(([geneId, { privacyLevel }]) => [geneId, privacyLevel]);
}
