/**
 * Shortcuts of a single key, without Control or Alt. Readers who use speech input, or press keys by accident, can switch
 * them off (WCAG 2.1.4); this browser stores the choice.
 */

import { isTyping } from './page.ts';

const NAME = 'single-keys';

/** Whether the event is such a key, outside of fields, and the shortcuts are on. */
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

/** Switches the shortcuts on or off. Without storage nothing changes, and the checkbox shows that. */
export function switchKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Nothing changes.
  }
}
