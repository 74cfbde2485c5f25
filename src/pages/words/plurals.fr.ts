/** The plural in French. */

const rules = new Intl.PluralRules('fr');

/** Whether the number takes the singular. */
export function isOne(count: number): boolean {
  return rules.select(count) === 'one';
}
