/** The plural in English. */

const rules = new Intl.PluralRules('en');

/** Whether the number takes the singular. */
export function isOne(count: number): boolean {
  return rules.select(count) === 'one';
}
