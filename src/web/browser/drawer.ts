/** On wide screens, a profile beside the list: the address names it, Back closes it, and the focus returns to where it was. */

import type { View } from '../parts/view.ts';
import { announce, button } from './page.ts';

/** Behind `#` in the address, before the path of the profile. */
const MARK = 'profile=';
/** Below this there is no room beside the list, and a profile is a page. */
const WIDE = '(min-width: 64rem)';

/** Takes over the links to profiles below the content of the page; opens the profile that the address names. */
export function profileDrawer({ words, root }: View): void {
  let open: { element: HTMLElement; path: string; from: HTMLElement | undefined } | undefined;
  let loading: AbortController | undefined;
  const base = new URL(root, location.href).href;

  function pathInAddress(): string | undefined {
    const { hash } = location;
    return hash.startsWith(`#${MARK}`) ? decodeURIComponent(hash.slice(1 + MARK.length)) : undefined;
  }

  /** Undefined for a link that leads elsewhere than to a profile of this site. */
  function pathOf(link: HTMLAnchorElement): string | undefined {
    const { href } = link;
    return href.startsWith(`${base}userView/`) ? href.slice(base.length) : undefined;
  }

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
    bar.append(
      whole,
      button(words.closeProfile, () => history.back()),
    );
    const element = open?.element ?? document.createElement('aside');
    element.id = 'drawer';
    element.setAttribute('aria-labelledby', heading.id);
    element.replaceChildren(bar, profile);
    element.scrollTop = 0;
    if (open === undefined) document.body.append(element);
    open = { element, path, from: from ?? open?.from };
    heading.focus({ preventScroll: true });
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

  function follow(): void {
    const path = pathInAddress();
    if (path === undefined) close();
    else if (path !== open?.path) void show(path, undefined);
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link === null ? undefined : pathOf(link);
    if (link === null || path === undefined || link.closest('#drawer') || !matchMedia(WIDE).matches) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    const address = `#${MARK}${encodeURIComponent(path)}`;
    // One step back leads to the list, however many profiles were looked at.
    if (open === undefined) history.pushState(history.state, '', address);
    else history.replaceState(history.state, '', address);
    void show(path, link);
  });
  addEventListener('popstate', follow);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && open !== undefined && !document.querySelector('dialog[open]')) history.back();
  });
  if (matchMedia(WIDE).matches) follow();
}
