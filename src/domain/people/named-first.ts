/** Whom to ask first where there is room for few: those who can be written to. */

/** The same people, those who show their name first; else the order stays. */
export function namedFirst<Person>(people: readonly Person[], isWithheld: (person: Person) => boolean): Person[] {
  return [...people.filter((one) => !isWithheld(one)), ...people.filter(isWithheld)];
}
