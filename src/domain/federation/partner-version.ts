/** The version of a partner, read from whatever it writes where a version should stand. */

type PartnerVersion = { major: number; minor: number; patch: number };

// At most nine digits a part: a longer run of digits is no version.
const VERSION = /^\s*v?(\d{1,9})(?!\d)(?:\.(\d{1,9})(?!\d))?(?:\.(\d{1,9})(?!\d))?/i;

/**
 * Reads up to three numbers, with or without a `v` before them; missing ones are 0 and everything after them is
 * ignored, so that a pre-release reads as its release. Undefined when there is no number to read. Reads what RDP itself
 * cannot (rdp-protocol 7.4): `1.5.10-SNAPSHOT` is 1.5.10, `1.5-beta` is 1.5.0.
 */
export function parsePartnerVersion(text: string): PartnerVersion | undefined {
  const [found, major, minor = '0', patch = '0'] = VERSION.exec(text) ?? [];
  if (found === undefined) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

/** Whether the version is `major.minor` or a later one. */
export function isAtLeast(version: PartnerVersion, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}
