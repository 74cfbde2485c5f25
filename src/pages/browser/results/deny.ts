/** The change when the reader says that a person in another registry is somebody else, or takes that back. */

import { type DistinctPeople, withDistinct, withoutDistinct } from '../../../domain/people/distinct-people.ts';
import { type FoundPerson, keyOfPerson, likelySameIn } from '../../people/found-people.ts';

/** Returns the pairs after a press of the button. @param isDenied whether the reader had said so before */
export function denied(
  pairs: DistinctPeople,
  people: readonly FoundPerson[],
  { person, originKey, isDenied }: { person: FoundPerson; originKey: string; isDenied: boolean },
): DistinctPeople {
  const key = keyOfPerson(person);
  if (key === undefined) return pairs;
  const others = likelySameIn(people, person, originKey).flatMap((other) => keyOfPerson(other) ?? []);
  return isDenied ? withoutDistinct(pairs, key, others) : withDistinct(pairs, key, others);
}
