/** English words of the page for administrators: questions to other registries, and partners over time. */

import type { AuditKind, AuditOutcome } from '../../../domain/federation/audit-log.ts';
import type { ViewerKind } from '../../../domain/record/model.ts';

export const auditLog = {
  heading: 'Questions to other registries',
  about: (days: number) =>
    days === 1
      ? 'They are kept for one day, without what was asked or by whom.'
      : `They are kept for ${days} days, without what was asked or by whom.`,
  aboutWithText: (days: number) =>
    days === 1
      ? 'They are kept for one day, with what was asked and the account.'
      : `They are kept for ${days} days, with what was asked and the account.`,
  notStored: 'They are not kept (audit-log.keep-days is 0).',
  trouble: 'Questions cannot be kept at the moment; the log says why.',
  omitted: (count: number) =>
    count === 1
      ? 'One question is not among them: its day was full.'
      : `${count} questions are not among them: their days were full.`,
  anyRegistry: 'All',
  state: 'Outcome there',
  anyState: 'Any',
  day: 'Day (UTC)',
  show: 'Show',
  older: 'Older ones',
  none: 'No questions.',
  columns: { at: 'When', kind: 'Question', viewer: 'From', outcome: 'Outcome', taken: 'Last answer' },
  kinds: {
    'genes-search': 'search by gene',
    'users-search': 'search by person',
    'genes-list': 'list of genes',
    'users-list': 'list of people',
    user: 'profile',
    'anonymous-user': 'person withheld',
    'anonymous-gene': 'gene of a person withheld',
    stats: 'statistics',
    terms: 'terms of an ontology',
    'gene-list': 'many genes together',
  } satisfies Record<AuditKind, string>,
  viewers: {
    public: 'anybody',
    member: 'an account',
    service: 'a service account',
    admin: 'an administrator',
    partner: 'a partner’s administrator',
  } satisfies Record<ViewerKind, string>,
  outcomes: {
    complete: 'complete',
    incomplete: 'incomplete',
    left: 'the reader had left',
    failed: 'ended in an error',
  } satisfies Record<AuditOutcome, string>,
  records: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  caches: { hit: 'kept from before', shared: 'with another question', stale: 'kept from before' },
  question: 'What was asked',
  daysOf: (registry: string) => `${registry}, day by day`,
  dayColumns: {
    day: 'Day',
    questions: 'Asked',
    answered: 'Answered',
    mean: 'On average',
    slowest: 'Slowest',
    failures: 'Failures',
  },
  noDays: 'It was not asked in these days.',
};
