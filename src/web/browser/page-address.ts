/**
 * The address of the page is its state: what is searched, how the answer is looked at, and which profile is open beside
 * it. Every change of it is written here, and one function renders it.
 */

/** Behind `#` in the address, before the path of the profile that is open. */
const MARK = 'profile=';

let render = (_isByHistory: boolean): void => undefined;

/** @param isByHistory the reader stepped back or forward; without it, a script of the page wrote the address */
export function onAddress(call: (isByHistory: boolean) => void): void {
  render = call;
  addEventListener('popstate', () => render(true));
}

/** Goes to another address of this page. Where it is the present one, nothing is added to the history. */
export function goTo(address: string, state: unknown = null): void {
  const { href } = new URL(address, location.href);
  if (href !== location.href) history.pushState(state, '', href);
  render(false);
}

/** Gives the present step of the history another address. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address);
  render(false);
}

/** Without the profile. */
export function addressNow(): string {
  return location.pathname + location.search;
}

/** The path of the profile that the address names. */
export function profileInAddress(): string | undefined {
  const { hash } = location;
  if (!hash.startsWith(`#${MARK}`)) return undefined;
  try {
    return decodeURIComponent(hash.slice(1 + MARK.length));
  } catch {
    // Cut off within a sign: it names nobody.
    return undefined;
  }
}

/** What such an address ends with. */
export function profileFragment(path: string): string {
  return `#${MARK}${encodeURIComponent(path)}`;
}

/** The links to the other languages lead to what is on the page now. */
export function turnLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const params = new URLSearchParams(location.search);
    params.set('lang', link.hreflang);
    link.search = params.toString();
    link.hash = location.hash;
  }
}
