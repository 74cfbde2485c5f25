/** A profile beside the list: the address names it, Back closes it, and the focus returns to where it was. */

import type { View } from '../parts/view.ts';
import { profileInAddress, withoutProfile } from './drawer-address.ts';
import { announce, button } from './page.ts';

export type Drawer = {
  /** Shows a profile by its path. @param from what leads to it, and gets the focus back */
  show(path: string, from: HTMLElement | undefined): Promise<void>;
};

/** Follows the history from now on. */
export function profileDrawer({ words, root }: View): Drawer {
  let open: { element: HTMLElement; path: string; from: HTMLElement | undefined } | undefined;
  let loading: AbortController | undefined;
  const base = new URL(root, location.href).href;

  async function show(path: string, from: HTMLElement | undefined): Promise<void> {
    const address = new URL(path, base);
    if (!address.href.startsWith(`${base}userView/`)) return;
    loading?.abort();
    loading = new AbortController();
    const { signal } = loading;
    try {
      const response = await fetch(address, { headers: { Accept: 'text/html' }, signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const profile = page.querySelector('.profile') ?? page.getElementById('content');
      if (profile === null) throw new Error('This is no page of a profile.');
      for (const link of profile.querySelectorAll('a[href]')) {
        link.setAttribute('href', new URL(link.getAttribute('href') ?? '', response.url).href);
      }
      place(profile, address.href, path, from);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      location.assign(address);
    }
  }

  function place(profile: Element, href: string, path: string, from: HTMLElement | undefined): void {
    const title = profile.querySelector('h1');
    const heading = document.createElement('h2');
    heading.id = 'drawer-title';
    heading.tabIndex = -1;
    heading.append(...(title?.childNodes ?? []));
    title?.replaceWith(heading);
    const whole = document.createElement('a');
    whole.href = href;
    whole.textContent = words.wholeProfile;
    const bar = document.createElement('p');
    bar.append(whole, button(words.closeProfile, leave));
    const element = open?.element ?? document.createElement('aside');
    element.id = 'drawer';
    element.setAttribute('aria-labelledby', heading.id);
    element.replaceChildren(bar, profile);
    element.scrollTop = 0;
    if (open === undefined) document.body.append(element);
    open = { element, path, from: from ?? open?.from };
    heading.focus({ preventScroll: true });
  }

  /** Nothing but the profile is left: only a step that opened it is taken back. */
  function leave(): void {
    if (profileInAddress() !== undefined) {
      if (history.state?.opensProfile === true) {
        history.back();
        return;
      }
      history.replaceState(history.state, '', withoutProfile());
    }
    close();
  }

  function close(): void {
    loading?.abort();
    if (open === undefined) return;
    const { element, from } = open;
    open = undefined;
    element.remove();
    if (from?.isConnected) from.focus({ preventScroll: true });
    announce(words.profileClosed);
  }

  addEventListener('popstate', () => {
    const path = profileInAddress();
    if (path === undefined) close();
    else if (path !== open?.path) void show(path, undefined);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && open !== undefined && !document.querySelector('dialog[open]')) leave();
  });
  return { show };
}
