/**
 * What a partner may read about its exchange with this registry, beside its history: how many questions of each kind
 * were sent in either direction, which members of its records have no usable form, and when it last accepted the search
 * token. It never contains a question, or a value of a record.
 */

import type { QuestionKind } from '../../domain/federation/source.ts';

export type KindCounts = Partial<Record<QuestionKind, number>>;
/** A member such as `gene.taxon.id`, and the number of records in which it had no usable form. */
export type MemberFault = { member: string; count: number; lastAt: string };

/** What was noted. */
export type Notes = {
  outbound: KindCounts;
  inbound: KindCounts;
  faults: readonly MemberFault[];
  tokenGoodAt: string | null;
};

export type PartnerNotes = {
  /** Notes a question that was put to the partner. */
  outbound(kind: QuestionKind): void;
  /** Notes a question that arrived with the token that is tied to the partner. */
  inbound(kind: QuestionKind): void;
  fault(member: string): void;
  tokenAccepted(): void;
  /** All notes since the start, or since the partner's settings last changed; the most frequent faults first. */
  all(): Notes;
  /** Those of this process alone. */
  own(): Notes;
};

/** The number of members that are listed; further ones are ignored. */
const MOST_MEMBERS = 50;
const LONGEST_MEMBER = 100;
export const NO_NOTES: Notes = { outbound: {}, inbound: {}, faults: [], tokenGoodAt: null };

type Options = {
  wallNow: () => Date;
  /** What other processes of this registry have noted. */
  others?: () => readonly Notes[];
  /** Called whenever more was noted here. */
  onChange?: () => void;
};

export function partnerNotes({ wallNow, others = () => [], onChange }: Options): PartnerNotes {
  let own = NO_NOTES;

  function note(more: Partial<Notes>): void {
    own = bothNotes(own, { ...NO_NOTES, ...more });
    onChange?.();
  }

  return {
    outbound: (kind) => note({ outbound: { [kind]: 1 } }),
    inbound: (kind) => note({ inbound: { [kind]: 1 } }),
    fault: (member) =>
      note({ faults: [{ member: member.slice(0, LONGEST_MEMBER), count: 1, lastAt: wallNow().toISOString() }] }),
    tokenAccepted: () => note({ tokenGoodAt: wallNow().toISOString() }),
    all: () => others().reduce(bothNotes, own),
    own: () => own,
  };
}

/** Returns both notes together. */
export function bothNotes(one: Notes, other: Notes): Notes {
  return {
    outbound: countsOf(one.outbound, other.outbound),
    inbound: countsOf(one.inbound, other.inbound),
    faults: faultsOf(one.faults, other.faults),
    tokenGoodAt: later(one.tokenGoodAt, other.tokenGoodAt),
  };
}

function countsOf(one: KindCounts, other: KindCounts): KindCounts {
  const added = Object.entries(other);
  if (added.length === 0) return one;
  const counts = { ...one };
  for (const [name, count] of added) {
    const kind = name as QuestionKind;
    counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
}

function faultsOf(one: Notes['faults'], other: Notes['faults']): readonly MemberFault[] {
  if (other.length === 0) return one;
  const faults = new Map(one.map((fault) => [fault.member, fault]));
  for (const { member, count, lastAt } of other) {
    const before = faults.get(member);
    if (before === undefined && faults.size >= MOST_MEMBERS) continue;
    const at = later(before?.lastAt ?? null, lastAt) ?? lastAt;
    faults.set(member, { member, count: (before?.count ?? 0) + count, lastAt: at });
  }
  return [...faults.values()].toSorted((a, b) => b.count - a.count);
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
