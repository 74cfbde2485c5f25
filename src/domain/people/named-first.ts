/** Puts people who can be written to first, for places with room for only a few. */

/** Returns the people with a shown name first; otherwise the order stays. */
export function namedFirst<Person>(people: readonly Person[], isWithheld: (person: Person) => boolean): Person[] {
  return [...people.filter((one) => !isWithheld(one)), ...people.filter(isWithheld)];
}
