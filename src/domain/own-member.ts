/** Looks up a text from outside in a table, which knows none of the names that every object inherits. */

/** Returns the member of the table itself: `constructor`, `toString` and `__proto__` name nothing in a table without them. */
export function ownMember<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
