/** How the address of a page names the profile that is open beside its list. */

/** Behind `#` in the address, before the path of the profile. */
const MARK = 'profile=';

/** The path of the profile that the address names. */
export function profileInAddress(): string | undefined {
  const { hash } = location;
  return hash.startsWith(`#${MARK}`) ? decodeURIComponent(hash.slice(1 + MARK.length)) : undefined;
}

/** The address of the page without the profile. */
export function withoutProfile(): string {
  return location.pathname + location.search;
}

/** What such an address ends with. */
export function profileFragment(path: string): string {
  return `#${MARK}${encodeURIComponent(path)}`;
}
