/** Counts the outcomes of reading the list of partners again. */

import type { CallbackGauge } from './callback-gauges.ts';

export const PARTNER_LIST_OUTCOMES = ['replaced', 'unchanged', 'refused'] as const;
export type PartnerListOutcome = (typeof PARTNER_LIST_OUTCOMES)[number];

type PartnerListNumbers = {
  numbers: readonly CallbackGauge[];
  /** Counts one outcome. */
  count(outcome: PartnerListOutcome): void;
};

/** Every process reads the same files, so all of them report the same values. */
export function partnerListNumbers(): PartnerListNumbers {
  const counts: Record<PartnerListOutcome, number> = { replaced: 0, unchanged: 0, refused: 0 };
  let isRefused = false;
  return {
    count(outcome) {
      counts[outcome]++;
      isRefused = outcome === 'refused';
    },
    numbers: [
      {
        kind: 'counter',
        name: 'isearch_partner_list_reads_total',
        help: 'How often the configuration was read again, by what became of the list of partners.',
        label: 'outcome',
        across: 'max',
        read: () => counts,
      },
      {
        kind: 'gauge',
        name: 'isearch_partner_list_refused',
        help: 'Whether the configuration cannot be used as it stands now, 1, so that the partners of before are asked; else 0.',
        across: 'max',
        read: () => Number(isRefused),
      },
    ],
  };
}
