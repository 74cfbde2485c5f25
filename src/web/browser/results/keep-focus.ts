/**
 * Pieces of the page that are written anew keep the focus, and what was unfolded in them, by their ids. Where what had the
 * focus is gone, the number of people gets it, which is what has changed.
 */

export function keepingFocus(region: HTMLElement, change: () => void): void {
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const open = [...region.querySelectorAll('details[id][open]')].map(({ id }) => id);
  change();
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (focused === null || focused.isConnected) return;
  const next = document.getElementById(focused.id) ?? document.getElementById('results-title');
  next?.focus({ preventScroll: true });
}
