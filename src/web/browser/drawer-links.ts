/** On wide screens, links to profiles open them beside the list; what shows them there is loaded with the first one. */

import type { View } from '../parts/view.ts';
import type { Drawer } from './drawer.ts';
import { goTo, profileFragment, profileInAddress, replaceAddress } from './page-address.ts';

/** Below this there is no room beside the list, and a profile is a page. */
const WIDE = '(min-width: 64rem)';

/**
 * Takes over the links to profiles below the content of the page. Answers what brings the profile in line with the
 * address, to be called with every change of that.
 */
export function profileLinks(view: View): () => void {
  const base = new URL(view.root, location.href).href;
  let drawer: Drawer | undefined;
  /** What leads to the profile, and gets the focus back. */
  let from: HTMLElement | undefined;
  let isOpening = true;

  /** Undefined for a link that leads elsewhere than to a profile of this site. */
  function pathOf({ href }: HTMLAnchorElement): string | undefined {
    return href.startsWith(`${base}userView/`) ? href.slice(base.length) : undefined;
  }

  async function follow(): Promise<void> {
    const path = profileInAddress();
    // An address that came from a wide screen.
    if (isOpening && path !== undefined && !matchMedia(WIDE).matches) return showAlone(path);
    isOpening = false;
    const isWanted = path !== undefined && matchMedia(WIDE).matches;
    if (drawer === undefined && isWanted) {
      const { profileDrawer } = await import('./drawer.ts');
      drawer ??= profileDrawer(view);
    }
    // Somebody may have gone back meanwhile.
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
    // One step back leads to the list, however many profiles were looked at.
    if (profileInAddress() === undefined) goTo(address, { ...history.state, opensProfile: true });
    else replaceAddress(address);
  });
  return () => void follow();
}
