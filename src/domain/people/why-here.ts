/** Explains the place of a person in a list. */

import { type OrderKey, worksNow } from './order.ts';

/** A rule of the order that holds for a record. */
export type OrderReason =
  | 'works-now'
  | 'worked-before'
  | 'named'
  | 'withheld'
  | 'asked-gene'
  | 'ortholog'
  | 'principal-investigator'
  | 'name';

/** Returns the rules of `compareRecords` that hold for this record, in the order in which they apply. */
export function whyHere(key: OrderKey): OrderReason[] {
  const isOfGene = key.tier !== '';
  const reasons: (OrderReason | false)[] = [
    isOfGene && (worksNow(key) ? 'works-now' : 'worked-before'),
    key.isWithheld ? 'withheld' : 'named',
    isOfGene && (key.isAskedGene ? 'asked-gene' : 'ortholog'),
    key.isPrincipalInvestigator && 'principal-investigator',
    key.foldedName !== '' && 'name',
  ];
  return reasons.filter((reason) => reason !== false);
}
