/** English words of the page and the widget about a person, and about the order of people. */

import { isOne } from '../../domain/plurals.ts';

/** A name from elsewhere in quotation marks. The caller must make it fit for a sentence first. */
export const quoted = (name: string) => `“${name}”`;

export const person = {
  worksNow: 'works on it now',
  workedBefore: 'has worked on it',
  /** For a person without the middle name that was typed. */
  nearName: 'similar name',
  withheld: (registry: string) => `Name withheld by ${registry}`,
  access: 'Request access',
  accessTo: (registry: string) => `Request access to this person of ${registry}`,
  /** Follows the first entries of a list. */
  others: (count: number) => (isOne(count) ? 'and 1 other' : `and ${count} others`),
  showMore: (more: number, left: number) => (more === left ? `Show the last ${left}` : `Show ${more} more of ${left}`),
};

/** Words about the order of people. */
export const order = {
  whyOrder: 'Why this order?',
  rule: 'People who work on the gene now come first. Then come people whose name is shown, the gene itself before its orthologs, principal investigators, and last names from A to Z.',
  legend:
    '“Works on it now” and “has worked on it” are what people say about themselves in their registry (tier 1 and tier 2).',
};
