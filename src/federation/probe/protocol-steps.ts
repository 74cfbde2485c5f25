/**
 * Puts the questions of the protocol to a registry, few and slowly, and reports for each row whether the rule is
 * followed.
 */

import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { DialectOfRdp } from '../dialect/dialect.ts';
import type { CallOutcome, Reply } from '../dialect/reply.ts';
import type { PartnerAnswer } from '../partner/partner-query.ts';
import { PROTOCOL_ROWS, type ProtocolRow } from './protocol-rows.ts';
import { type ProbeRow, probeRow } from './report.ts';

type Options = {
  /** Undefined if the registry states none. */
  version: string | undefined;
  dialect: DialectOfRdp['name'];
  ask: (path: string, how: { withUnknownToken: boolean }) => Promise<CallOutcome>;
  pace: CheckPace;
  /** The pause between two requests, in milliseconds. */
  pauseMs: number;
};

/** The rules that apply to a dialect, by their first version; all of them apply to a registry without a version. */
const KNOWS: Readonly<Record<DialectOfRdp['name'], readonly ProtocolRow['since'][]>> = {
  oldest: ['1.0', '1.4', '1.5'],
  '1.3': ['1.0'],
  '1.4': ['1.0', '1.4'],
  '1.5': ['1.0', '1.4', '1.5'],
};

/** Yields one step for each row. Rows that do not apply to the version are `not-asked`, as are those after the pace has ended the check. */
export async function* protocolSteps({ version, dialect, ask, pace, pauseMs }: Options): AsyncGenerator<ProbeRow> {
  const replies = new Map<string, Reply>();
  for (const row of PROTOCOL_ROWS) {
    const { check, anchor } = row;
    const notAsked = (why: string) => probeRow(check, 'not-asked', why, { anchor });
    if (!KNOWS[dialect].includes(row.since)) {
      yield notAsked(`version ${version} has no such rule`);
      continue;
    }
    const paths = row.paths(replies);
    if (paths === undefined) {
      yield notAsked('nothing came that could be asked for');
      continue;
    }
    const began = performance.now();
    const answers = await answersTo(row, paths, replies, { ask, pace, pauseMs });
    const elapsedMs = Math.round(performance.now() - began);
    if ('why' in answers) {
      yield probeRow(check, 'not-asked', answers.why, { anchor, elapsedMs });
      continue;
    }
    const { result, found, quirk = null } = row.judge(answers.replies, paths);
    yield probeRow(check, result, found, { anchor, quirk, elapsedMs });
  }
}

type Answers = { replies: readonly [Reply, ...Reply[]] } | { why: string };

/** Requests every path once, even if several rows judge its reply. */
async function answersTo(
  { withUnknownToken = false }: Pick<ProtocolRow, 'withUnknownToken'>,
  paths: readonly string[],
  known: Map<string, Reply>,
  { ask, pace, pauseMs }: Pick<Options, 'ask' | 'pace' | 'pauseMs'>,
): Promise<Answers> {
  const replies: Reply[] = [];
  for (const path of paths) {
    const before = withUnknownToken ? undefined : known.get(path);
    if (before !== undefined) {
      replies.push(before);
      continue;
    }
    if (pace.why !== undefined) return { why: pace.why };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const outcome = await ask(path, { withUnknownToken });
    pace.note(outcome);
    if ('failure' in outcome) return { why: titleOf(outcome.failure.reason) };
    if (outcome.reply.status === 429) return { why: 'it asked us to wait' };
    if (outcome.reply.status === 503) return { why: 'is switched off (503)' };
    if (!withUnknownToken) known.set(path, outcome.reply);
    replies.push(outcome.reply);
  }
  const [first, ...others] = replies;
  return first === undefined ? { why: 'nothing was asked' } : { replies: [first, ...others] };
}

/** Ends the questions of a check after two silences in a row, and when the registry asks to wait. */
export type CheckPace = {
  /** Why no more questions are put; undefined while they may be. */
  readonly why: string | undefined;
  noteAnswer(answer: PartnerAnswer): void;
  note(outcome: CallOutcome): void;
};

const MOST_SILENT = 2;

export function openPace(): CheckPace {
  let silent = 0;
  let why: string | undefined;

  function noteSilence(isSilent: boolean): void {
    silent = isSilent ? silent + 1 : 0;
    if (silent >= MOST_SILENT) why ??= `${MOST_SILENT} questions before it had no answer`;
  }

  return {
    get why() {
      return why;
    },
    noteAnswer({ failure }) {
      noteSilence(failure?.about === 'no-reply' || failure?.state === 'timed-out');
      if (failure?.about === 'too-many') why ??= 'it asked us to wait';
    },
    note(outcome) {
      noteSilence('failure' in outcome);
      if ('reply' in outcome && outcome.reply.status === 429) why ??= 'it asked us to wait';
    },
  };
}
