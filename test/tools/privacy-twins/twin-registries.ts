/** Two registries over real sockets that can be given any twins, and two others that ask one of them each as a partner. */

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependingOn, json, type Script, status } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { importPeopleSheets, readPeopleSheets } from '../../../src/files/people-file.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { importInto } from '../../support/registry/temporary-store.ts';
import { REMOTE_ID } from './invented-people.ts';
import { forgetRequests } from './request-fates.ts';
import type { Setting } from './seen-by.ts';
import type { Twins } from './twin-of.ts';
import type { TableFile } from './twin-tables.ts';

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

/** Who is asked in place of each of the twins. */
export type Asked = readonly [one: TestRegistry, other: TestRegistry];

export type TwinRegistries = AsyncDisposable & {
  /**
   * Gives two registries the setting and the data of twins, without a request, some time later: what is limited by the hour
   * is free again.
   */
  become(twins: Twins, way: Way): Promise<Asked>;
  /** Stops both and starts them on the same data with the setting of the twins. */
  restart(twins: Twins, way: Way): Promise<Asked>;
  /** Has each take over its table as `import` does while the registry runs: from another connection. */
  takeOver(tables: readonly [TableFile, TableFile]): Promise<void>;
};

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

/** Starts two registries, and one in front of each. */
export async function startTwinRegistries(): Promise<TwinRegistries> {
  const pass = aheadOfTime();
  await using opened = new AsyncDisposableStack();
  const otherPartner = opened.use(await startScriptedPartner(OFTEN_REFUSES));
  // The same for both, as an ETag is of all settings.
  const mailPort = await freePort();
  const one = opened.use(await openTwin(otherPartner.url, mailPort));
  const other = opened.use(await openTwin(otherPartner.url, mailPort));
  const both = [one, other] as const;
  const resources = opened.move();

  async function restart(twins: Twins, way: Way): Promise<Asked> {
    const setting = settingOf(twins);
    await Promise.all(both.map((twin) => twin.restart(setting)));
    return asked(way);
  }

  async function asked(way: Way): Promise<Asked> {
    if (way === 'directly') return [one.registry(), other.registry()];
    await Promise.all(both.map((twin) => learnVersion(twin.front())));
    return [one.front(), other.front()];
  }

  return {
    restart,
    async become(twins, way) {
      const setting = settingOf(twins);
      await Promise.all(both.filter((twin) => !twin.has(setting)).map((twin) => twin.restart(setting)));
      for (const [twin, data] of [[one, twins.one] as const, [other, twins.other] as const]) {
        // Another account than that of the data is one of the configuration.
        importInto(twin.registry().context.store, { ...data, remoteSearchUserId: REMOTE_ID });
        forgetRequests(twin.registry());
      }
      pass(HOUR_MS);
      return asked(way);
    },
    async takeOver(tables) {
      for (const [at, { name, bytes }] of tables.entries()) {
        using store = openSqliteStore(both[at]?.file ?? '');
        const sheets = await readPeopleSheets(name, bytes);
        importPeopleSheets(name, sheets, { store, removesMissing: false, remoteSearchUserId: undefined });
      }
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

/** A registry that can be stopped and started again, and one in front of it. */
async function openTwin(otherUrl: string, mailPort: number) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'twin-'))).path;
  const port = await freePort();
  const file = join(folder, 'twin.sqlite');
  let setting: Setting = { anonymises: true, remoteSearchUserId: REMOTE_ID };
  const settings = () => ({
    APP_SITE_HOST: 'https://twin.example.org',
    SERVER_TRUSTED_PROXIES: '127.0.0.1',
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
    APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: KEY,
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(setting.anonymises),
    ...{ APP_SETTINGS_MAIL_HOST: '127.0.0.1', APP_SETTINGS_MAIL_PORT: String(mailPort) },
    ...{ APP_SETTINGS_MAIL_SECURITY: 'none', APP_SETTINGS_MAIL_FROM: 'registry@twin.example.org' },
    APP_SETTINGS_MAIL_TO: 'admin@twin.example.org',
  });
  const startTwin = () => {
    const { remoteSearchUserId: id } = setting;
    const remote = id === REMOTE_ID ? {} : { APP_SETTINGS_ISEARCH_USER_ID: String(id) };
    const own = { ...settings(), ...remote, SERVER_PORT: String(port), DATABASE_FILE: file };
    return startTestRegistry({ snapshot: smallSnapshot(), settings: own });
  };
  const startFront = () =>
    startTestRegistry({
      snapshot: frontSnapshot(),
      settings: { ...settings(), ...KEEPS_NO_ANSWERS, APP_SITE_HOST: 'https://front.example.org' },
      partners: [
        { key: 'twin', name: 'Twin', url: twin.url, token: PARTNER_TOKEN },
        { key: 'other', name: 'Other', url: otherUrl },
      ],
    });
  let twin = await startTwin();
  opened.defer(() => twin[Symbol.asyncDispose]());
  let front = await startFront();
  opened.defer(() => front[Symbol.asyncDispose]());
  const resources = opened.move();

  return {
    file,
    registry: () => twin,
    front: () => front,
    has: ({ anonymises, remoteSearchUserId }: Setting) =>
      anonymises === setting.anonymises && remoteSearchUserId === setting.remoteSearchUserId,
    /** The one in front has the same setting of anonymised results. */
    async restart(next: Setting) {
      const isFrontToo = next.anonymises !== setting.anonymises;
      setting = next;
      await twin[Symbol.asyncDispose]();
      twin = await startTwin();
      if (!isFrontToo) return;
      await front[Symbol.asyncDispose]();
      front = await startFront();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function settingOf({ anonymises, one: { remoteSearchUserId } }: Twins): Setting {
  return { anonymises, remoteSearchUserId };
}

function frontSnapshot(): Snapshot {
  const accessTokens = [{ token: FRONT_ADMIN_TOKEN, expiresAt: '2999-01-01T00:00:00Z' }];
  const admin = aUser(FRONT_ADMIN_ID, { roles: ['ROLE_ADMIN', 'ROLE_USER'], accessTokens });
  return smallSnapshot({ users: [admin], remoteSearchUserId: null });
}
