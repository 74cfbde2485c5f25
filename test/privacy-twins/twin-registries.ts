/** Two registries over real sockets that can be given any twins, and two others that ask one of them each as a partner. */

import { dependingOn, json, status } from '../../src/demo/partner-behaviours.ts';
import type { Script } from '../../src/demo/scripted-call.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { freePort } from '../support/machine/free-port.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { importInto } from '../support/registry/temporary-store.ts';
import { forgetRequests } from './request-fates.ts';
import type { Twins } from './twin-of.ts';

export const PARTNER_TOKEN = 'token-of-a-partner';
export const FRONT_ADMIN_TOKEN = 'token-of-an-administrator-in-front';
/** Of the anonymous ids: with the same key, people without names are in the same order. */
export const KEY = '5a'.repeat(32);
const KEEPS_NO_ANSWERS = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };
const FRONT_ADMIN_ID = 4;
/** Limits of requests hold for so long. */
const HOUR_MS = 3_600_000;

/** How a question comes to a registry: by itself, or by way of another registry. */
export type Way = 'directly' | 'by way of another registry';

export type TwinRegistries = AsyncDisposable & {
  /**
   * Gives two registries of the right setting the data of twins, without a request, some time later: what is limited by the
   * hour is free again.
   *
   * @returns who is asked in place of each of the twins
   */
  become(twins: Twins, way: Way): Promise<readonly [one: TestRegistry, other: TestRegistry]>;
};

type Pair = { one: TestRegistry; other: TestRegistry; fronts: readonly [TestRegistry, TestRegistry] };

/**
 * Another partner of those in front, which knows nobody, and refuses some questions as put, so that it stays healthy: the
 * pages of an answer then end with what leads to whoever failed.
 */
const OFTEN_REFUSES: Script = {
  '/api/users': dependingOn(({ params }) => (params.get('size') === '2' ? status(400, 'No.') : json(NO_ROWS))),
  '/api/genes': dependingOn(({ params }) => (params.get('size') === '3' ? status(400, 'No.') : json(NO_ROWS))),
  '/api/genes/search': dependingOn(({ params }) => (params.get('symbol') === 'SHH' ? status(400, 'No.') : json([]))),
  '/api/users/search': dependingOn(({ params }) => (params.has('nameLike') ? status(400, 'No.') : json([]))),
};
const NO_ROWS = { content: [], totalElements: 0 };

/** Starts two registries with anonymised results on and two with them off, and one in front of each. */
export async function startTwinRegistries(): Promise<TwinRegistries> {
  const pass = aheadOfTime();
  await using opened = new AsyncDisposableStack();
  const other = opened.use(await startScriptedPartner(OFTEN_REFUSES));
  const pairs = { on: await startPair(opened, true, other.url), off: await startPair(opened, false, other.url) };
  const resources = opened.move();

  return {
    async become(twins, way) {
      const { one, other, fronts } = twins.anonymises ? pairs.on : pairs.off;
      importInto(one.context.store, twins.one);
      importInto(other.context.store, twins.other);
      for (const registry of [one, other]) forgetRequests(registry);
      pass(HOUR_MS);
      if (way === 'directly') return [one, other];
      await Promise.all(fronts.map(learnVersion));
      return fronts;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Sets the steady clock of this process ahead, for good: it never goes back. */
function aheadOfTime(): (ms: number) => void {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  performance.now = () => now() + aheadMs;
  return (ms) => {
    aheadMs += ms;
  };
}

/** From then on it knows the version of its partner, for as long as that is recent. */
async function learnVersion(front: TestRegistry): Promise<void> {
  await front.json('/api/federated/stats');
}

async function startPair(opened: AsyncDisposableStack, anonymises: boolean, otherUrl: string): Promise<Pair> {
  const settings = {
    APP_SITE_HOST: 'https://twin.example.org',
    SERVER_TRUSTED_PROXIES: '127.0.0.1',
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
    APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: KEY,
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
    ...{ APP_SETTINGS_MAIL_HOST: '127.0.0.1', APP_SETTINGS_MAIL_PORT: String(await freePort()) },
    ...{ APP_SETTINGS_MAIL_SECURITY: 'none', APP_SETTINGS_MAIL_FROM: 'registry@twin.example.org' },
    APP_SETTINGS_MAIL_TO: 'admin@twin.example.org',
  };
  const startTwin = async () => opened.use(await startTestRegistry({ snapshot: smallSnapshot(), settings }));
  const startFront = async (twin: TestRegistry) => {
    const front = opened.use(
      await startTestRegistry({
        snapshot: frontSnapshot(),
        settings: { ...settings, ...KEEPS_NO_ANSWERS, APP_SITE_HOST: 'https://front.example.org' },
        partners: [
          { key: 'twin', name: 'Twin', url: twin.url, token: PARTNER_TOKEN },
          { key: 'other', name: 'Other', url: otherUrl },
        ],
      }),
    );
    await learnVersion(front);
    return front;
  };
  const [one, other] = [await startTwin(), await startTwin()];
  return { one, other, fronts: [await startFront(one), await startFront(other)] };
}

function frontSnapshot(): Snapshot {
  const accessTokens = [{ token: FRONT_ADMIN_TOKEN, expiresAt: '2999-01-01T00:00:00Z' }];
  const admin = aUser(FRONT_ADMIN_ID, { roles: ['ROLE_ADMIN', 'ROLE_USER'], accessTokens });
  return smallSnapshot({ users: [admin], remoteSearchUserId: null });
}
