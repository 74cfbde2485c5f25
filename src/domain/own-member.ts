/**
 * Reads values from outside: whether one is an object, and what a table has under a text, without the names that every
 * object inherits.
 */

/** Returns the member of the table itself: `constructor`, `toString` and `__proto__` name nothing in a table without them. */
export function ownMember<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Whether a value read from JSON is an object and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
