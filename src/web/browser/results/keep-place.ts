/** Changes of the page that leave the row somebody reads where it is on the screen. */

/**
 * The row that has the focus, else the first one that can be seen whole, stays at its height while `change` puts things
 * above or into the table. Where there is nothing to be read, nothing is held.
 */
export function keepPlace(rows: HTMLElement, change: () => void): void {
  const held = rowRead(rows);
  const before = held?.getBoundingClientRect().top ?? 0;
  change();
  if (held?.isConnected !== true) return;
  const moved = held.getBoundingClientRect().top - before;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/**
 * Makes the rows of a table body those of a list, in its order. A row that was there and stays is the same element, with
 * its focus and its selection.
 */
export function placeRows(body: HTMLElement, wanted: readonly HTMLElement[]): void {
  const kept = new Set<Element>(wanted);
  for (const row of [...body.children]) if (!kept.has(row)) row.remove();
  let next = body.firstElementChild;
  for (const row of wanted) {
    if (row === next) next = next.nextElementSibling;
    else body.insertBefore(row, next);
  }
}

function rowRead(rows: HTMLElement): Element | undefined {
  const focused = document.activeElement?.closest('tr');
  if (focused && rows.contains(focused)) return focused;
  return [...rows.children].find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return height > 0 && top >= 0 && top < innerHeight;
  });
}
