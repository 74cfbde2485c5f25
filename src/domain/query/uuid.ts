/** Reads UUIDs in paths. */

const GROUPS = /^([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)$/i;
const LENGTHS = [8, 4, 4, 4, 12];

/**
 * Returns the canonical lower-case form of a UUID; short groups, as in `1-1-1-1-1`, are padded with zeros
 * (rdp-protocol 2.3). Undefined when the text is no UUID.
 */
export function canonicalUuid(text: string): string | undefined {
  const groups = GROUPS.exec(text)?.slice(1);
  if (groups === undefined || text.length > 36) return undefined;
  const filled = groups.map((group, index) => group.toLowerCase().padStart(LENGTHS[index] ?? 0, '0'));
  const fits = filled.every((group, index) => group.length === LENGTHS[index]);
  return fits ? filled.join('-') : undefined;
}
