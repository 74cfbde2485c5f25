/** Reads the version of a partner from the text that it gives as its version. */

type PartnerVersion = { major: number; minor: number; patch: number };

// Each part has at most nine digits; a longer run of digits is no version.
const VERSION = /^\s*v?(\d{1,9})(?!\d)(?:\.(\d{1,9})(?!\d))?(?:\.(\d{1,9})(?!\d))?/i;

/**
 * Reads up to three numbers, with or without a leading `v`. Missing numbers are 0 and everything after the numbers is
 * ignored, so a pre-release counts as its release. Accepts texts that RDP itself cannot read (rdp-protocol 7.4):
 * `1.5.10-SNAPSHOT` is 1.5.10, `1.5-beta` is 1.5.0.
 *
 * @returns undefined when the text does not begin with a number
 */
export function parsePartnerVersion(text: string): PartnerVersion | undefined {
  const [found, major, minor = '0', patch = '0'] = VERSION.exec(text) ?? [];
  if (found === undefined) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

/** Whether a version is earlier than another, or cannot be read where the other can. */
export function isEarlier(text: string, other: string): boolean {
  const [version, before] = [parsePartnerVersion(text), parsePartnerVersion(other)];
  if (version === undefined || before === undefined) return version === undefined && before !== undefined;
  const { major, minor, patch } = before;
  return (
    !isAtLeast(version, major, minor) || (version.major === major && version.minor === minor && version.patch < patch)
  );
}

/** Whether the version is `major.minor` or later. */
export function isAtLeast(version: PartnerVersion, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}
