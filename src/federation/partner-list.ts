/**
 * The present partners. They may be replaced while questions are under way, which end with the partners they began
 * with.
 */

import { isDeepStrictEqual } from 'node:util';
import { reason } from '../domain/federation/reasons.ts';
import { noAnswer, type Source } from '../domain/federation/source.ts';
import { ownMember } from '../domain/own-member.ts';

/** What changed in the list; it contains no secret. */
export type PartnerListChange = {
  /** Keys of partners. */
  added: readonly string[];
  removed: readonly string[];
  /** The partners whose settings differ, with the names of these settings. */
  changed: readonly { key: string; settings: readonly string[] }[];
  /** Whether the remaining partners are in another order. */
  isReordered: boolean;
};

/** A partner, with what was opened for it. */
export type OpenedPartner<Settings> = AsyncDisposable & {
  settings: Settings;
  source: Source;
  /** How long a request may take after its callers were answered, in milliseconds. */
  lateMs: number;
};

type PartnerList<Settings, Opened> = AsyncDisposable & {
  /** In the order of the configuration. A question uses the list that it began with. */
  current(): readonly Opened[];
  /**
   * Replaces the list. Partners with the same settings stay, with all that is known of them; others are opened. A
   * partner that leaves the list finishes its questions under way, and is closed when none has been put for as long as
   * a request may take.
   */
  replace(settings: readonly Settings[]): PartnerListChange;
};

type Keyed = { key: string };
type Listed<Opened> = { opened: Opened; retire(closed: () => void): void; closeNow(): Promise<void> };

/** @param open opens what is needed to ask a partner */
export function partnerList<Settings extends Keyed, Opened extends OpenedPartner<Settings>>(
  open: (settings: Settings) => Opened,
): PartnerList<Settings, Opened> {
  let listed: readonly Listed<Opened>[] = [];
  let current: readonly Opened[] = [];
  /** The partners that have left the list and are not closed yet. */
  const closing = new Set<Listed<Opened>>();

  function retire(one: Listed<Opened>): void {
    closing.add(one);
    one.retire(() => closing.delete(one));
  }

  return {
    current: () => current,
    replace(settings) {
      const before = new Map(listed.map((one) => [one.opened.settings.key, one]));
      const after = settings.map((wanted) => {
        const known = before.get(wanted.key);
        return known !== undefined && isDeepStrictEqual({ ...known.opened.settings }, { ...wanted })
          ? known
          : listedPartner(open(wanted));
      });
      const change = changeBetween([...before.values()].map(settingsOf), after.map(settingsOf));
      for (const one of listed) if (!after.includes(one)) retire(one);
      listed = after;
      current = after.map(({ opened }) => opened);
      return change;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...listed, ...closing].map((one) => one.closeNow()));
    },
  };
}

function settingsOf<Settings>({ opened }: Listed<OpenedPartner<Settings>>): Settings {
  return opened.settings;
}

/** Counts the questions under way. Cached answers of a partner that has left the list are not given any more. */
function listedPartner<Opened extends OpenedPartner<unknown>>(inner: Opened): Listed<Opened> {
  let underWay = 0;
  let isClosed = false;
  let whenClosed: (() => void) | undefined;
  let quiet: NodeJS.Timeout | undefined;

  function waitForQuiet(): void {
    clearTimeout(quiet);
    if (whenClosed !== undefined && underWay === 0) quiet = setTimeout(closeNow, inner.lateMs).unref();
  }

  async function closeNow(): Promise<void> {
    clearTimeout(quiet);
    isClosed = true;
    await inner[Symbol.asyncDispose]();
    whenClosed?.();
  }

  const source: Source = {
    ...inner.source,
    getCached: (question, viewer, form) =>
      whenClosed === undefined ? inner.source.getCached(question, viewer, form) : undefined,
    async ask(question, viewer, signal, options) {
      if (isClosed && whenClosed !== undefined) return noAnswer('not-asked', reason('no-longer-listed'));
      underWay++;
      try {
        return await inner.source.ask(question, viewer, signal, options);
      } finally {
        underWay--;
        waitForQuiet();
      }
    },
  };
  return {
    opened: { ...inner, source },
    retire(closed) {
      whenClosed = closed;
      waitForQuiet();
    },
    closeNow,
  };
}

function changeBetween(before: readonly Keyed[], after: readonly Keyed[]): PartnerListChange {
  const was = new Map(before.map((one) => [one.key, one]));
  const [keysBefore, keysAfter] = [[...was.keys()], after.map(({ key }) => key)];
  const staying = keysAfter.filter((key) => was.has(key));
  const orderBefore = keysBefore.filter((key) => keysAfter.includes(key));
  return {
    added: keysAfter.filter((key) => !was.has(key)),
    removed: keysBefore.filter((key) => !keysAfter.includes(key)),
    changed: after
      .map((now) => ({ key: now.key, settings: differences(was.get(now.key) ?? now, now) }))
      .filter(({ settings }) => settings.length > 0),
    isReordered: staying.some((key, at) => key !== orderBefore[at]),
  };
}

function differences(before: object, after: object): readonly string[] {
  const was = before as Record<string, unknown>;
  return Object.entries(after).flatMap(([name, value]) =>
    isDeepStrictEqual(ownMember(was, name), value) ? [] : [name],
  );
}
