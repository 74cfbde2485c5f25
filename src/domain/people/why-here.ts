/** Why a person stands where they stand in a list, for those who ask at one person. */

import { type OrderKey, worksNow } from './order.ts';

/** Why a record stands where it stands. */
export type OrderReason =
  | 'works-now'
  | 'worked-before'
  | 'named'
  | 'withheld'
  | 'asked-gene'
  | 'ortholog'
  | 'principal-investigator'
  | 'name';

/** The reasons of `compareRecords` that hold for this record, in the order in which they count. */
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
