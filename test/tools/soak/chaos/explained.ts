/** Answers that are errors of the server: which of them a reader was promised, and which nothing explains. */

import { ERRORS } from '../../../../src/api/errors.ts';
import type { Answered, Reply } from './ask.ts';
import type { RunRecord } from './record-of-run.ts';
import { wasTroubled } from './truth.ts';

/** A partner that failed rests for half a minute, then longer. */
const RESTS_MS = 180_000;
const BACK_MS = 10_000;
/** Codes of docs/errors.md that may come at any time, as long as they say when to ask again. */
const SHED: readonly unknown[] = [
  'too-many-searches',
  'too-many-lists',
  'too-many-exports',
  'too-much-unread',
  'data-replaced',
];
const OF_THE_SOURCE = ['record-withheld', 'data-not-compared-yet'] as const;
const OF_A_PARTNER: Readonly<Record<string, number>> = {
  'origin-failed': 502,
  'origin-unavailable': 503,
  'origin-timed-out': 504,
  'origin-unsupported': 501,
};

/** Away while it gave nobody time to work: on such a machine partners that are well are late. */
export const MACHINE = 'machine';

export function explainedFailure(run: RunRecord, answered: Answered, reply: Reply): boolean {
  const { question, askedMs, answeredMs } = answered;
  const code = codeOf(reply);
  if (code !== undefined && OF_A_PARTNER[code] === reply.status) {
    if (code === 'origin-unsupported') return true;
    if (reply.status === 503 && reply.headers['retry-after'] === undefined) return false;
    const key = new URL(question.path, 'http://any').searchParams.get('origin') ?? '';
    const isOfTime = code !== 'origin-failed';
    const reasons = [...run.absencesOf(key), ...(isOfTime ? run.absencesOf(MACHINE) : [])];
    return wasTroubled(reasons, askedMs - RESTS_MS, answeredMs);
  }
  if (reply.status !== 503 || reply.headers['retry-after'] === undefined) return false;
  if (SHED.includes(code) || reply.text.includes('Too many')) return true;
  if (code === 'state-unavailable') return wasTroubled(run.absencesOf('mariadb'), askedMs - BACK_MS, answeredMs);
  // Withdrawn in the followed database, and the copy cannot be written while its file is locked; or whoever compares
  // the copy with that database has just started. `/api` has no codes, as RDP has none.
  if (OF_THE_SOURCE.some((one) => code === one || reply.text.includes(ERRORS[one].sentence)))
    return wasTroubled(run.absencesOf(`source of ${question.instance}`), askedMs - BACK_MS, answeredMs);
  // A page says so in words alone.
  if (code === 'stopping' || reply.text.includes('This registry is stopping.'))
    return wasTroubled(run.absencesOf(`stop of ${question.instance}`), askedMs, answeredMs);
  return false;
}

/** Whoever asks a process that is killed loses the connection. */
export function explainedBreak(run: RunRecord, { question, askedMs, answeredMs }: Answered): boolean {
  const killed = [
    ...run.absencesOf(`worker of ${question.instance}`),
    ...run.absencesOf(`stop of ${question.instance}`),
  ];
  return wasTroubled(killed, askedMs, answeredMs);
}

function codeOf({ text }: Reply): string | undefined {
  try {
    return JSON.parse(text).code;
  } catch {
    return undefined;
  }
}
