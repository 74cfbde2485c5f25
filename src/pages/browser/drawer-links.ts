/** Opens profiles beside the list on wide screens. The code of the drawer is loaded with the first profile. */

import type { View } from '../parts/view.ts';
import type { Drawer } from './drawer.ts';
import { goTo, profileFragment, profileInAddress, replaceAddress } from './page-address.ts';

/** On a narrower screen there is no space beside the list, so a profile is a page. */
const WIDE = '(min-width: 64rem)';

/**
 * Handles the links to profiles in the content of the page. Returns a function that shows the profile of the current
 * address; the caller calls it at each change of the address.
 */
export function profileLinks(view: View): () => void {
  const base = new URL(view.root, location.href).href;
  let drawer: Drawer | undefined;
  /** The link to the profile, which gets the focus back. */
  let from: HTMLElement | undefined;
  let isOpening = true;

  /** Returns the path of a profile of this site; undefined for other links. */
  function pathOf({ href }: HTMLAnchorElement): string | undefined {
    return href.startsWith(`${base}userView/`) ? href.slice(base.length) : undefined;
  }

  async function follow(): Promise<void> {
    const path = profileInAddress();
    // The address may come from a wide screen.
    if (isOpening && path !== undefined && !matchMedia(WIDE).matches) return showAlone(path);
    isOpening = false;
    const isWanted = path !== undefined && matchMedia(WIDE).matches;
    if (drawer === undefined && isWanted) {
      const { profileDrawer } = await import('./drawer.ts');
      drawer ??= profileDrawer(view);
    }
    // The reader may have gone back in the meantime.
    await drawer?.show(matchMedia(WIDE).matches ? profileInAddress() : undefined, from);
  }

  function showAlone(path: string): void {
    isOpening = false;
    const { href } = new URL(path, base);
    if (href.startsWith(`${base}userView/`)) location.replace(href);
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link === null ? undefined : pathOf(link);
    if (link === null || path === undefined || link.closest('#drawer') || !matchMedia(WIDE).matches) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    from = link;
    const address = profileFragment(path);
    // One step back returns to the list, however many profiles were opened.
    if (profileInAddress() === undefined) goTo(address, { ...history.state, opensProfile: true });
    else replaceAddress(address);
  });
  return () => void follow();
}
