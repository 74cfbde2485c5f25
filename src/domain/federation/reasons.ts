/** Makes reasons, and tells them apart (src/api/reasons.ts has the codes with their parameters). */

import type {
  BriefReason,
  FirstNames,
  None,
  Reason,
  ReasonCode,
  ReasonParams,
  UnknownGene,
} from '../../api/reasons.ts';

export type { BriefReason, FirstNames, Reason, ReasonCode, ReasonParams, UnknownGene };

/** The codes without parameters. */
type BareCode = { [Code in ReasonCode]: None extends ReasonParams[Code] ? Code : never }[ReasonCode];

export function reason<Code extends BareCode>(code: Code): Reason;
export function reason<Code extends ReasonCode>(code: Code, params: ReasonParams[Code]): Reason;
export function reason(code: ReasonCode, params: object = {}): Reason {
  return { code, params } as Reason;
}

/** Parameters that no title uses, only details. */
const BESIDE_TITLES: ReadonlySet<string> = new Set([
  ...['atMostSeconds', 'bytes', 'cause', 'coding', 'contentType', 'expected', 'findsNobody', 'host', 'most'],
  ...['redirects', 'requests', 'retryAfterSeconds', 'searchedInstead', 'speaksOfToken', 'status', 'waiting'],
]);

/** Returns a reason without the parameters that its title does not need; the title stays the same in any language. */
export function inBrief({ code, params }: BriefReason): BriefReason {
  return { code, params: Object.fromEntries(Object.entries(params).filter(([name]) => !BESIDE_TITLES.has(name))) };
}

/** Returns the reasons without duplicates. */
export function eachReasonOnce(reasons: readonly Reason[]): readonly Reason[] {
  if (reasons.length < 2) return reasons;
  return [...new Map(reasons.map((one) => [JSON.stringify(one), one])).values()];
}

export function hasReason(reasons: readonly Reason[], code: ReasonCode): boolean {
  return reasons.some((one) => one.code === code);
}

/** Returns several reasons as one; a single reason stays as it is. @param because the failure that caused them */
export function allReasons(reasons: readonly Reason[], because: Reason | null = null): Reason {
  const [only] = reasons;
  if (only !== undefined && reasons.length === 1 && because === null) return only;
  return reason('limited', { reasons, because });
}

/** Whether the question was not put because no turn was free. */
export function isForWantOfSlot({ code }: Pick<Reason, 'code'>): boolean {
  return code === 'no-turn' || code === 'queue-full' || code === 'no-turn-in-time';
}

/** Whether the caller's own choice left the registry out. */
export function isOmitted(reason: Pick<Reason, 'code'> | null): boolean {
  return reason?.code === 'left-out' || reason?.code === 'no-gene-listed';
}

/** The largest number of names in a sentence; more are hard to read. */
export const MOST_NAMED = 3;

/** Returns the first {@link MOST_NAMED} names, and how many more there are. */
export function firstNames(names: readonly string[]): FirstNames {
  return { names: names.slice(0, MOST_NAMED), more: Math.max(0, names.length - MOST_NAMED) };
}
