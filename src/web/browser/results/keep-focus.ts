/**
 * Changes a region and preserves, by id, the focus and what is open in it. If the focused element is gone, the number of
 * people gets the focus, because it has changed.
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
