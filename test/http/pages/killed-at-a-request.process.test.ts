/**
 * A registry that is killed between any two steps of a request for access: nothing is lost, and nobody is written to twice.
 * Where it ends after the mail server took a message and before that is noted, the message comes again under its number, so
 * that a mailbox shows it once.
 */

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWorkplace, type Server } from '../../support/machine/command-line.ts';
import type { KilledAtACommit } from '../../support/machine/killed-at-a-commit.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { startScriptedMailServer } from '../../support/machine/scripted-mail-server.ts';
import { askForAccess, choose, linkIn, mailTo } from '../../support/registry/access-form.ts';
import { ALPHA_SETTINGS, ALPHA_SNAPSHOT } from '../../support/registry/alpha-registry.ts';
import { answerLinks } from '../../support/registry/asked-person.ts';
import { fillDatabase } from '../../support/registry/fill-database.ts';

const KILLED = fileURLToPath(new URL('../../support/machine/killed-at-a-commit.ts', import.meta.url));
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A message that nobody noted is sent by somebody else after a quarter of an hour. */
const MADE_UP_MS = 16 * MINUTE_MS;
const TIMEOUT_MS = 900_000;
/** Registries that start beside each other. */
const AT_ONCE = 2;

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
  act?: (server: Server, links: Links) => Promise<Response>;
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
  messages: [],
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

type Place = Awaited<ReturnType<typeof openPlace>>;

/** A registry with a mail server, which goes on from the file of another one. */
async function openPlace(file?: string) {
  await using opened = new AsyncDisposableStack();
  const mail = opened.use(await startScriptedMailServer());
  const workplace = opened.use(await openWorkplace());
  const [at, commitsFile, killFile] = [workplace.at('registry.sqlite'), workplace.at('commits'), workplace.at('kill')];
  if (file === undefined) await fillDatabase(at, ALPHA_SNAPSHOT);
  else copyFileSync(file, at);
  await workplace.write('commits', '');
  const resources = opened.move();
  return {
    ...{ mail, file: at },
    commits: () => readFileSync(commitsFile, 'utf8').split('\n').length - 1,
    killAt: (where: string) => workplace.write('kill', where),
    isKilled: () => !existsSync(killFile),
    start(aheadMs: number, workers: number) {
      const kill: KilledAtACommit = {
        CLOCK_AHEAD_MS: String(aheadMs),
        COMMITS_FILE: commitsFile,
        KILL_FILE: killFile,
      };
      return workplace.serve([], {
        ...{ ...ALPHA_SETTINGS, ...mailTo(mail.port), ...kill },
        APP_SETTINGS_CONTACT_BY_PERSON: 'true',
        SERVER_WORKERS: String(workers),
        TRAIL_KEEP_DAYS: '0',
        NODE_OPTIONS: `--import ${KILLED}`,
      });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** @param nowMs by the clock of the registry */
function keptIn(file: string, nowMs: number): Kept {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const requests = database.prepare('SELECT confirmed_at, message_due_at FROM access_request ORDER BY id DESC').all();
    const steps = database.prepare('SELECT state FROM access_request_step ORDER BY id').all();
    const people = database.prepare("SELECT 1 FROM asked_person WHERE claimed_until != '' OR look_at <= ?");
    return {
      requests: requests.length,
      steps: steps.map(({ state }) => String(state)),
      isConfirmed: typeof requests[0]?.confirmed_at === 'string',
      isDue: typeof requests[0]?.message_due_at === 'string' || people.all(new Date(nowMs).toISOString()).length > 0,
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
 * Goes through a part. After a kill a registry starts anew, a quarter of an hour later, and whoever acted does it again where
 * nothing came of it.
 *
 * @returns of the messages that were taken, the number of the commit that was to note each
 */
async function goThrough(
  place: Place,
  { atMs, act, ends, messages, shown }: Part,
  links: Links,
  { kill, workers = 1 }: { kill?: string; workers?: number } = {},
): Promise<number[]> {
  const notes: number[] = [];
  place.mail.play({
    MESSAGE() {
      notes.push(place.commits() + 1);
      return '250 2.0.0 taken';
    },
  });
  if (kill !== undefined) {
    await place.killAt(kill);
    // It may end before it greets.
    const server = await place.start(atMs, workers).catch(() => undefined);
    if (server !== undefined) await act?.(server, links).catch(() => {});
    await vi.waitUntil(place.isKilled, PATIENT);
    await server?.stop();
  }
  const aheadMs = kill === undefined ? atMs : atMs + MADE_UP_MS;
  const kept = () => keptIn(place.file, Date.now() + aheadMs);
  const before = kept();
  await using server = await place.start(aheadMs, workers);
  const isThere = before.requests === 1 && before.isConfirmed === ends.isConfirmed;
  if (!isThere || before.steps.at(-1) !== ends.steps.at(-1)) await act?.(server, links);
  await vi.waitUntil(() => {
    const { requests, isDue, steps } = kept();
    return requests > 0 && !isDue && steps.length >= ends.steps.length && takenBy(place).size >= messages.length;
  }, PATIENT);
  expect(kept()).toEqual({ ...ends, requests: 1, isDue: false });
  const page = links.page && (await (await fetch(server.url + links.page)).text());
  if (page) expect(page).toContain(shown === 'unconfirmed' ? 'id="confirm-form"' : `data-state="${shown}"`);
  const words = [...takenBy(place).keys()].map((number) => /<(\w+)-/.exec(number)?.[1]);
  expect(words).toEqual(messages);
  return notes;
}

/** What a part goes on from. */
type Base = { file: string | undefined; links: Links };
const bases = new Map<Part, Base>();
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  let base: Base = { file: undefined, links: { page: '', person: '' } };
  for (const part of [ASKS, CONFIRMS, REMINDED]) {
    bases.set(part, base);
    const place = opened.use(await openPlace(base.file));
    await goThrough(place, part, base.links);
    const text = place.mail.messages.map((message) => message.text).join('\n');
    const { page, person } = base.links;
    base = {
      file: place.file,
      links: { page: page || linkIn({ text }), person: person || (answerLinks({ text })[0] ?? '') },
    };
  }
  for (const part of [ANSWERS, ENDS]) bases.set(part, base);
}, TIMEOUT_MS);
afterAll(() => opened.disposeAsync());

test.each<[string, Part, workers: number]>([
  ['somebody asks', ASKS, 1],
  ['the address is confirmed and the person written to', CONFIRMS, 1],
  ['the same, with one of two processes that is killed', CONFIRMS, 2],
  ['the person is reminded', REMINDED, 1],
  ['the person answers', ANSWERS, 1],
  ['the term ends', ENDS, 1],
])(
  'killed at any step when %s, a registry loses nothing and sends nothing twice',
  async (_, part, workers) => {
    const { file, links } = bases.get(part) as Base;
    await using whole = await openPlace(file);
    const notes = await goThrough(whole, part, links, { workers });
    expect([...takenBy(whole).values()].filter((count) => count > 1)).toEqual([]);
    const places = [
      ...Array.from({ length: whole.commits() }, (_, at) => `after ${at + 1}`),
      ...notes.map((commit) => `before ${commit}`),
    ];
    expect(places.length).toBeGreaterThan(1);
    const again: string[] = [];
    // With several processes some of them: each start is of three.
    const line = places.filter((_, at) => at % (2 * workers - 1) === 0).values();
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (const kill of line) {
        await using place = await openPlace(file);
        await goThrough(place, part, links, { kill, workers }).catch((cause) => {
          throw new Error(`killed ${kill}, counted in transactions`, { cause });
        });
        const counts = [...takenBy(place).values()];
        expect(Math.max(0, ...counts), kill).toBeLessThanOrEqual(2);
        if (counts.includes(2)) again.push(kill);
      }
    });
    await Promise.all(work);
    // Two messages may be on their way at once, each from where it is taken to where that is noted.
    if (part.messages.length < 2) expect(again).toEqual(notes.map((commit) => `before ${commit}`));
  },
  TIMEOUT_MS,
);
