/** The singular and plural of numbers in English. */

const rules = new Intl.PluralRules('en');

/** Whether the number takes the singular. */
export function isOne(count: number): boolean {
  return rules.select(count) === 'one';
}

/** Returns a text such as `1 record` or `5,000 records`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${isOne(count) ? one : many}`;
}
