/** What the page and the widget say in English of one person, and of the order of people. */

import type { Reason } from '../../../domain/people/order.ts';

export const person = {
  worksNow: 'works on it now',
  workedBefore: 'has worked on it',
  withheld: (registry: string) => `Name withheld by ${registry}`,
  access: 'Request access',
  accessTo: (registry: string) => `Request access to this person of ${registry}`,
  why: 'why here?',
  whyOf: (name: string) => `why here? ${name}`,
  reasons: {
    'works-now': 'works on the gene now',
    'worked-before': 'has worked on the gene; who works on it now comes first',
    named: 'shows the name',
    withheld: 'withholds the name; who shows it comes first',
    'asked-gene': 'works on the gene asked for',
    ortholog: 'works on a counterpart of the gene; who works on the gene itself comes first',
    'principal-investigator': 'is a principal investigator',
    name: 'among equals, the last name decides',
  } satisfies Record<Reason, string>,
  whyOrder: 'Why this order?',
  rule: 'Who works on the gene now comes first. Then: who shows the name, the gene asked for before its counterparts in other organisms, principal investigators, and last names from A to Z.',
  legend:
    '“Works on it now” and “has worked on it” are what people say of themselves at their registry (tier 1 and tier 2).',
  /** Behind the first of a list. */
  others: (count: number) => (count === 1 ? 'and 1 other' : `and ${count} others`),
  showMore: (more: number, left: number) => (more === left ? `Show the last ${left}` : `Show ${more} more of ${left}`),
};
