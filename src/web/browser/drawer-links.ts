/** On wide screens, links to profiles open them beside the list; what shows them there is loaded with the first one. */

import type { View } from '../parts/view.ts';
import type { Drawer } from './drawer.ts';
import { profileFragment, profileInAddress } from './drawer-address.ts';

/** Below this there is no room beside the list, and a profile is a page. */
const WIDE = '(min-width: 64rem)';

/** Takes over the links to profiles below the content of the page; opens the profile that the address names. */
export function profileLinks(view: View): void {
  const base = new URL(view.root, location.href).href;
  let drawer: Drawer | undefined;

  /** Undefined for a link that leads elsewhere than to a profile of this site. */
  function pathOf({ href }: HTMLAnchorElement): string | undefined {
    return href.startsWith(`${base}userView/`) ? href.slice(base.length) : undefined;
  }

  async function show(path: string, from: HTMLElement | undefined): Promise<void> {
    const { profileDrawer } = await import('./drawer.ts');
    drawer ??= profileDrawer(view);
    // Somebody may have gone back meanwhile.
    if (profileInAddress() === path) await drawer.show(path, from);
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link === null ? undefined : pathOf(link);
    if (link === null || path === undefined || link.closest('#drawer') || !matchMedia(WIDE).matches) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    const address = profileFragment(path);
    // One step back leads to the list, however many profiles were looked at.
    if (profileInAddress() === undefined) history.pushState({ ...history.state, opensProfile: true }, '', address);
    else history.replaceState(history.state, '', address);
    void show(path, link);
  });
  const path = profileInAddress();
  if (path !== undefined && matchMedia(WIDE).matches) void show(path, undefined);
  // A step forward to a profile that was looked at on another page.
  addEventListener('popstate', () => {
    const wanted = profileInAddress();
    if (wanted !== undefined && drawer === undefined) void show(wanted, undefined);
  });
}
