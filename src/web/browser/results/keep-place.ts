/** Changes of the page that do not move the person whom somebody reads about. */

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

/** Returns the last person who is at least partly visible. */
export function lastInSight(list: HTMLElement): Element | undefined {
  return [...list.querySelectorAll('.person')].findLast((person) => {
    const { top, bottom } = person.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });
}
