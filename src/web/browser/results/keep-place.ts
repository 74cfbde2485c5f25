/** Changes of the page that leave the person somebody reads about where they are on the screen. */

/**
 * The person who has the focus, else the first one who can be seen whole, stays at their height while `change` puts
 * things above or into the list. Where there is nothing to be read, nothing is held.
 */
export function keepPlace(list: HTMLElement, change: () => void): void {
  const held = personRead(list);
  const before = held?.getBoundingClientRect().top ?? 0;
  change();
  if (held?.isConnected !== true) return;
  const moved = held.getBoundingClientRect().top - before;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/**
 * Makes the items of a list those wanted, in their order. An item that was there and stays is the same element, with its
 * focus and its selection.
 */
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

/** The last person who can be seen in the window, if only in part. */
export function lastInSight(list: HTMLElement): Element | undefined {
  return [...list.querySelectorAll('.person')].findLast((person) => {
    const { top, bottom } = person.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });
}
