/**
 * Keys that do something by themselves, without Control or Alt. Who speaks to the computer, or presses keys without
 * meaning to, switches them off (WCAG 2.1.4); this browser keeps that.
 */

import { isTyping } from './page.ts';

const NAME = 'single-keys';

/** Whether the event is such a key, pressed where nothing is typed, and the reader wants them. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, isComposing } = event;
  return !ctrlKey && !metaKey && !altKey && !isComposing && !isTyping() && areKeysOn();
}

export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}

/** Where the browser keeps nothing, nothing changes: the box that says so shows it. */
export function switchKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // As before.
  }
}
