/**
 * The scroll position of a page whose people are collected by scripts. The browser cannot restore it, because they are
 * missing when the page is opened again.
 */

/** Saves the scroll position when the reader leaves. A reader who comes back and uses the page first stays where they are. */
export function keepScrollPosition(): void {
  // Only the page knows when its people are there.
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', rememberPlace);
  for (const deed of ['pointerdown', 'keydown', 'wheel', 'scroll']) {
    addEventListener(deed, forgetPlace, { capture: true, passive: true });
  }
}

function forgetPlace({ type }: Event): void {
  // The page itself scrolls to its top only.
  if (isReturning() && (type !== 'scroll' || scrollY > 0)) takePlace();
}

/** Removes the scroll position from the history, and returns it. */
function takePlace(): number {
  const { top, ...state } = history.state;
  history.replaceState(state, '');
  return top;
}

/** Saves the scroll position in the history, for a return to the page. */
export function rememberPlace(): void {
  history.replaceState({ ...history.state, top: scrollY }, '');
}

/**
 * Restores the scroll position of a reader who returns, as soon as the page is long enough.
 *
 * @param isWhole whether nobody else arrives
 * @param showMore adds people to the list; returns false if there are no more
 */
export function returnToPlace(isWhole: boolean, showMore: () => boolean): void {
  if (!isReturning()) return;
  const isTooShort = () => history.state.top > document.documentElement.scrollHeight - innerHeight;
  // The list was longer than it is so far.
  if (isTooShort() && !isWhole) return;
  for (let more = true; more && isTooShort(); ) more = showMore();
  scrollTo({ top: takePlace(), behavior: 'instant' });
}

/** Whether the reader returns to this page and the scroll position is not restored yet. */
export function isReturning(): boolean {
  return typeof history.state?.top === 'number';
}
