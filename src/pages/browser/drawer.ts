/** A profile beside the list. It is part of the address, Back closes it, and the focus returns to where it was. */

import type { View } from '../parts/view.ts';
import { announce, button } from './page.ts';
import { addressNow, profileInAddress, replaceAddress } from './page-address.ts';

export type Drawer = {
  /**
   * Shows a profile by its path; closes it if the path is undefined.
   *
   * @param from the link to it, which gets the focus back
   */
  show(path: string | undefined, from: HTMLElement | undefined): Promise<void>;
};

/** Returns the drawer, which is closed at first. Escape closes it. */
export function profileDrawer({ words, root }: View): Drawer {
  let open: { element: HTMLElement; from: HTMLElement | undefined } | undefined;
  /** The path of the profile that is shown or loading. */
  let wanted: string | undefined;
  let loading: AbortController | undefined;
  const base = new URL(root, location.href).href;

  async function show(path: string | undefined, from: HTMLElement | undefined): Promise<void> {
    if (path === wanted) return;
    wanted = path;
    loading?.abort();
    if (path === undefined) return close();
    const address = new URL(path, base);
    if (!address.href.startsWith(`${base}userView/`)) return close();
    loading = new AbortController();
    const { signal } = loading;
    try {
      const response = await fetch(address, { headers: { Accept: 'text/html' }, signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const profile = page.querySelector('.profile') ?? contentOf(page);
      if (profile === undefined) throw new Error('This is no page of a profile.');
      signal.throwIfAborted();
      for (const link of profile.querySelectorAll('a[href]')) {
        link.setAttribute('href', new URL(link.getAttribute('href') ?? '', response.url).href);
      }
      place(profile, address.href, from);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      location.assign(address);
    }
  }

  function place(profile: Element, href: string, from: HTMLElement | undefined): void {
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
    bar.append(whole, button(words.closeProfile, goBack));
    const element = open?.element ?? document.createElement('aside');
    element.id = 'drawer';
    element.setAttribute('aria-labelledby', heading.id);
    element.replaceChildren(bar, profile);
    element.scrollTop = 0;
    if (open === undefined) document.body.append(element);
    open = { element, from: from ?? open?.from };
    heading.focus({ preventScroll: true });
  }

  /** Leaves the profile. It steps back only if a step of the history opened the profile. */
  function goBack(): void {
    if (profileInAddress() !== undefined && history.state?.opensProfile === true) history.back();
    else replaceAddress(addressNow());
  }

  function close(): void {
    if (open === undefined) return;
    const { element, from } = open;
    const hadFocus = element.contains(document.activeElement);
    open = undefined;
    element.remove();
    if (hadFocus) (from?.isConnected ? from : document.getElementById('content'))?.focus({ preventScroll: true });
    announce(words.profileClosed);
  }

  document.addEventListener('keydown', (event) => {
    // An Escape that closed suggestions does not also close the profile.
    if (event.key !== 'Escape' || event.defaultPrevented || open === undefined) return;
    if (!document.querySelector('dialog[open]')) goBack();
  });
  return { show };
}

/** Returns the content of a page, also of an error page. It becomes a `div`, because a page may have only one `main`. */
function contentOf(page: Document): Element | undefined {
  const content = page.getElementById('content');
  if (content === null) return undefined;
  const section = page.createElement('div');
  section.append(...content.childNodes);
  return section;
}
