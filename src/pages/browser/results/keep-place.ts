/** Changes of the page that move neither the person whom somebody reads about nor the focus, and whether the reader has begun to read. */

/**
 * Runs `change`, which may insert elements above or in the list, and scrolls so that one person stays at the same
 * height: the one with the focus, or else the first whose top edge is visible. Without such a person it does not scroll.
 */
export function keepPlace(list: HTMLElement, change: () => void): void {
  const held = personRead(list);
  const before = held?.getBoundingClientRect().top ?? 0;
  change();
  if (held?.isConnected !== true) return;
  const moved = held.getBoundingClientRect().top - before;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** Replaces the items of a list. An item that stays is the same element, with its focus and its selection. */
export function placeItems(list: HTMLElement, wanted: readonly HTMLElement[]): void {
  const staying = new Set<Element>(wanted);
  const isAnother = !list.contains(document.activeElement) && ![...list.children].some((item) => staying.has(item));
  if (isAnother) {
    list.replaceChildren(...wanted);
    return;
  }
  for (const item of [...list.children]) if (!staying.has(item)) item.remove();
  let next = list.firstElementChild;
  for (const item of wanted) {
    if (item === next) next = next.nextElementSibling;
    else list.insertBefore(item, next);
  }
}

function personRead(list: HTMLElement): Element | undefined {
  const focused = document.activeElement?.closest('.person');
  if (focused && list.contains(focused)) return focused;
  return [...list.querySelectorAll('.person')].find((person) => {
    const { top, height } = person.getBoundingClientRect();
    return height > 0 && top >= 0 && top < innerHeight;
  });
}

/** So much may come above the list, as an offer: whoever is so far below the window will be visible then. */
const COMES_ABOVE_PX = 100;

/** Returns the last person who is at least partly visible, or soon will be; of a run of which a part is visible, its last one. */
export function lastInSight(list: HTMLElement): Element | undefined {
  const last = [...list.querySelectorAll('.person, .run')].findLast((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top - COMES_ABOVE_PX < innerHeight && bottom > 0;
  });
  return last?.closest('.run')?.querySelector('.person:last-child') ?? last;
}

/** Moves the focus to the name of a person, or to the run in which the person is folded. */
export function focusPerson(person: Element | undefined, options?: FocusOptions): void {
  const seen = person?.checkVisibility() ? person : person?.closest('.run');
  seen?.querySelector<HTMLElement>('summary, .name')?.focus(options);
}

export function keepingFocus(region: HTMLElement, change: () => void): void {
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const open = [...region.querySelectorAll('details[id][open]')].map(({ id }) => id);
  change();
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (focused === null || focused.isConnected) return;
  const next = document.getElementById(focused.id) ?? document.getElementById('results-title');
  next?.focus({ preventScroll: true });
}

/** The events of a reader who uses a page; a resting pointer causes none. */
const DEEDS = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'pointermove', 'scroll'] as const;

/** Listens until the first such event, or until the signal. */
export function watchTouch(signal: AbortSignal): { isTouched(): boolean } {
  let isTouched = false;
  const until = new AbortController();
  const stop = () => until.abort();
  signal.addEventListener('abort', stop);
  const notice = (event: Event) => {
    if (!isDeed(event)) return;
    isTouched = true;
    stop();
  };
  for (const deed of DEEDS) {
    addEventListener(deed, notice, { capture: true, passive: true, signal: until.signal });
  }
  return { isTouched: () => isTouched };
}

function isDeed(event: Event): boolean {
  // Browsers also report a move if the page moves below a resting pointer.
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    return (event.movementX !== 0 || event.movementY !== 0) && event.target instanceof Element && isRead(event.target);
  }
  // Scripts scroll to the top for a new search.
  return event.type !== 'scroll' || scrollY > 0;
}

/** Whether an element is within the results. A reader who moves the pointer there will probably press something. */
function isRead(target: Element): boolean {
  return target.closest('#results, .found') !== null;
}
