/**
 * A registry that is killed between any two steps of a request for access: nothing is lost, and nobody is written to twice.
 * Where it ends after the mail server took a message and before that is noted, the message comes again under its number, so
 * that a mailbox shows it once.
 *
 * A kill leaves the file with its log, and what the mail server has taken. Both are copied at every step of a registry in
 * this process, and each copy is what another one goes on from. One process is really killed.
 */

import { copyFileSync, existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { watchCommitsOfRequests } from '../support/machine/commits-of-requests.ts';
import type { KilledAtACommit } from '../support/machine/killed-at-a-commit.ts';
import { PATIENCE_MS, PATIENT } from '../support/machine/patience.ts';
import {
  type ScriptedMailServer,
  says,
  startScriptedMailServer,
  type TakenMessage,
} from '../support/machine/scripted-mail-server.ts';
import { askForAccess, choose, linkIn, mailTo } from '../support/registry/access-form.ts';
import { ALPHA_SETTINGS, ALPHA_SNAPSHOT, startAlpha } from '../support/registry/alpha-registry.ts';
import { fillDatabase } from '../support/registry/fill-database.ts';
import { answerLinks } from '../support/registry/forwarded-request.ts';

const KILLED = fileURLToPath(new URL('../support/machine/killed-at-a-commit.ts', import.meta.url));
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A message that nobody noted is sent by somebody else after a quarter of an hour. */
const MADE_UP_MS = 16 * MINUTE_MS;
/** By the clock of the registry. */
const BEGAN_MS = Date.now();
const OFTEN = { timeout: PATIENCE_MS, interval: 5 };

/** What is in the file of a registry about requests. */
type Kept = {
  requests: number;
  /** Of the last one, as is what follows. */
  steps: string[];
  isConfirmed: boolean;
  /** Whether anybody is to be written to now, or looks whether somebody is. */
  isDue: boolean;
};

/** Paths that were in messages. */
type Links = { page: string; person: string };

/** A part of the way of a request. */
type Part = {
  /** When it begins, by the clock of the registry. */
  atMs: number;
  /** What somebody does, again where nothing came of it. */
  act?: (registry: { url: string }, links: Links) => Promise<Response>;
  ends: Omit<Kept, 'isDue' | 'requests'>;
  /** The words that the numbers of its messages begin with. */
  messages: string[];
  /** What the page of the request says in the end. */
  shown: 'unconfirmed' | 'received' | 'accepted' | 'closed';
};

const ASKS: Part = {
  atMs: 0,
  act: ({ url }) => askForAccess(url),
  ends: { steps: [], isConfirmed: false },
  messages: ['confirm'],
  shown: 'unconfirmed',
};
const CONFIRMS: Part = {
  atMs: MINUTE_MS,
  act: ({ url }, { page }) => choose(url, page, 'mine'),
  ends: { steps: ['queued', 'asked'], isConfirmed: true },
  messages: ['ask', 'request'],
  shown: 'received',
};
const REMINDED: Part = {
  atMs: 4 * DAY_MS + 60 * MINUTE_MS,
  ends: { steps: ['queued', 'asked', 'reminded'], isConfirmed: true },
  messages: ['remind'],
  shown: 'received',
};
const ANSWERS: Part = {
  atMs: 5 * DAY_MS,
  act: ({ url }, { person }) => accept(url + person),
  ends: { steps: ['queued', 'asked', 'reminded', 'accepted'], isConfirmed: true },
  messages: ['accepted'],
  shown: 'accepted',
};
/** In place of the answer. */
const ENDS: Part = { ...REMINDED, atMs: 15 * DAY_MS, messages: [], shown: 'closed' };

/** Whoever has answered already sees that, and answers nothing. */
async function accept(address: string): Promise<Response> {
  const typed = /Type (\w{4}) to confirm/.exec(await (await fetch(address)).text())?.[1] ?? '';
  const body = new URLSearchParams({ choice: 'accept', typed, name: 'Dr. O.', address: 'olga@example.org' });
  return fetch(address, { method: 'POST', body });
}

type Place = AsyncDisposable & { mail: ScriptedMailServer; file: string };

/** What a process that is killed somewhere leaves to the next one. */
type Left = {
  /** The number of the transaction that writes of requests, and whether it is in the file already. */
  where: string;
  file: string;
  /** What the mail server has taken by then. */
  taken: readonly TakenMessage[];
};

/** The file of a registry with a mail server, which go on from where others ended. */
async function openPlace({ file, taken = [] }: { file: string | undefined; taken?: Left['taken'] }): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  const mail = opened.use(await startScriptedMailServer());
  mail.messages.push(...taken);
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'killed-')), (path) => rm(path, { recursive: true }));
  const at = join(folder, 'registry.sqlite');
  if (file === undefined) await fillDatabase(at, ALPHA_SNAPSHOT);
  else copyDatabase(file, at);
  const resources = opened.move();
  return { mail, file: at, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** With its log, which is all of it that outlives a process. */
function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

const settingsOf = ({ mail, file }: Place) => ({
  ...mailTo(mail.port),
  APP_SETTINGS_CONTACT_BY_PERSON: 'true',
  DATABASE_FILE: file,
});

/** @param nowMs by the clock of the registry */
function keptIn(file: string, nowMs: number): Kept {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const columns = 'confirmed_at, message_due_at, answer_due_at';
    const requests = database.prepare(`SELECT ${columns} FROM access_request ORDER BY id DESC`).all();
    const steps = database.prepare('SELECT state FROM access_request_step ORDER BY id').all();
    const people = database.prepare("SELECT 1 FROM asked_person WHERE claimed_until != '' OR look_at <= ?");
    return {
      requests: requests.length,
      steps: steps.map(({ state }) => String(state)),
      isConfirmed: typeof requests[0]?.confirmed_at === 'string',
      isDue:
        [requests[0]?.message_due_at, requests[0]?.answer_due_at].some((at) => typeof at === 'string') ||
        people.all(new Date(nowMs).toISOString()).length > 0,
    };
  } finally {
    database.close();
  }
}

/** How often the mail server took each message, by its number. */
function takenBy({ mail: { messages } }: Place): Map<string, number> {
  const numbers = messages.map(({ headers }) => headers.get('message-id')?.[0] ?? '');
  return new Map(numbers.toSorted().map((number) => [number, numbers.filter((one) => one === number).length]));
}

/**
 * Goes through a part, from wherever a process before ended: whoever acted does it again where nothing came of it.
 *
 * @param lateMs how much later than the part it begins
 */
async function goThrough(
  place: Place,
  { atMs, act, ends, messages, shown }: Part,
  links: Links,
  lateMs = 0,
): Promise<void> {
  vi.setSystemTime(BEGAN_MS + atMs + lateMs);
  const kept = () => keptIn(place.file, Date.now());
  const before = kept();
  await using registry = await startAlpha(settingsOf(place));
  const isThere = before.requests === 1 && before.isConfirmed === ends.isConfirmed;
  if (!isThere || before.steps.at(-1) !== ends.steps.at(-1)) await act?.(registry, links);
  await vi.waitUntil(() => {
    const { requests, isDue, steps } = kept();
    return requests > 0 && !isDue && steps.length >= ends.steps.length && takenBy(place).size >= messages.length;
  }, OFTEN);
  expect(kept()).toEqual({ ...ends, requests: 1, isDue: false });
  const page = links.page && (await (await registry.get(links.page)).text());
  if (page) expect(page).toContain(shown === 'unconfirmed' ? 'id="confirm-form"' : `data-state="${shown}"`);
  const words = [...takenBy(place).keys()].map((number) => /<(\w+)-/.exec(number)?.[1]);
  expect(words).toEqual(messages);
}

/** Goes through a part undisturbed, and answers what a kill would leave at each of its steps. */
async function everyLeft(place: Place, part: Part, links: Links, into: string) {
  const left: Left[] = [];
  /** Of the messages that were taken, the number of the commit that was to note each. */
  const notes: number[] = [];
  let commits = 0;
  using _ = watchCommitsOfRequests((moment, commit) => {
    commits = moment === 'after' ? commit : commits;
    const where = `${moment} ${commit}`;
    const file = join(into, `${where}.sqlite`);
    copyDatabase(place.file, file);
    left.push({ where, file, taken: [...place.mail.messages] });
  });
  place.mail.play({
    MESSAGE() {
      notes.push(commits + 1);
      return '250 2.0.0 taken';
    },
  });
  await goThrough(place, part, links);
  return {
    left: left.filter(({ where }) => where.startsWith('after') || notes.some((at) => where === `before ${at}`)),
    notes,
  };
}

/** What a part goes on from. */
type Base = { file: string | undefined; links: Links };
const bases = new Map<Part, Base>();
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: BEGAN_MS });
  opened.defer(() => void vi.useRealTimers());
  let base: Base = { file: undefined, links: { page: '', person: '' } };
  for (const part of [ASKS, CONFIRMS, REMINDED]) {
    bases.set(part, base);
    const place = opened.use(await openPlace(base));
    await goThrough(place, part, base.links);
    const text = place.mail.messages.map((message) => message.text).join('\n');
    const { page, person } = base.links;
    base = {
      file: place.file,
      links: { page: page || linkIn({ text }), person: person || (answerLinks({ text })[0] ?? '') },
    };
  }
  for (const part of [ANSWERS, ENDS]) bases.set(part, base);
});
afterAll(() => opened.disposeAsync());

test.each<[string, Part]>([
  ['somebody asks', ASKS],
  ['the address is confirmed and the person written to', CONFIRMS],
  ['the person is reminded', REMINDED],
  ['the person answers', ANSWERS],
  ['the term ends', ENDS],
])('killed at any step when %s, a registry loses nothing and sends nothing twice', async (_, part) => {
  const base = bases.get(part) as Base;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'left-'));
  await using whole = await openPlace(base);
  const { left, notes } = await everyLeft(whole, part, base.links, folder.path);
  expect([...takenBy(whole).values()].filter((count) => count > 1)).toEqual([]);
  expect(left.length).toBeGreaterThan(1);
  const again: string[] = [];
  for (const one of left) {
    await using place = await openPlace(one);
    await goThrough(place, part, base.links, MADE_UP_MS).catch((cause) => {
      throw new Error(`killed ${one.where}, counted in transactions`, { cause });
    });
    const counts = [...takenBy(place).values()];
    expect(Math.max(0, ...counts), one.where).toBeLessThanOrEqual(2);
    if (counts.includes(2)) again.push(one.where);
  }
  // Two messages may be on their way at once, each from where it is taken to where that is noted.
  if (part.messages.length < 2) expect(again).toEqual(notes.map((commit) => `before ${commit}`));
});

test('nor does one of two processes, really killed when a message was taken and that is not noted yet', async () => {
  const { file, links } = bases.get(CONFIRMS) as Base;
  await using workplace = await openWorkplace();
  await using place = await openPlace({ file });
  const kill: KilledAtACommit = { KILL_FILE: workplace.at('kill') };
  place.mail.play({
    MESSAGE() {
      if (place.mail.messages.length === 0) writeFileSync(kill.KILL_FILE, '');
      return '250 2.0.0 taken';
    },
  });
  {
    await using server = await workplace.serve([], {
      ...{ ...ALPHA_SETTINGS, ...settingsOf(place), ...kill },
      SERVER_WORKERS: '2',
      AUDIT_LOG_KEEP_DAYS: '0',
      NODE_OPTIONS: `--import ${KILLED}`,
    });
    await CONFIRMS.act?.(server, links).catch(() => {});
    await vi.waitUntil(() => place.mail.messages.length > 0 && !existsSync(kill.KILL_FILE), PATIENT);
  }
  place.mail.play({ MESSAGE: says('250 2.0.0 taken') });
  await goThrough(place, CONFIRMS, links, MADE_UP_MS);
  expect(Math.max(...takenBy(place).values())).toBe(2);
});
