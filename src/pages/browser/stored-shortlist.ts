/** The shortlist in the storage of this browser; it is never sent. All windows of the site share it. */

import { type Chosen, readShortlist, writeShortlist } from '../../domain/contact/shortlist.ts';

export type StoredShortlist = {
  list(): readonly Chosen[];
  /** Stores the list. Returns false without storage: then it lasts as long as the page. */
  keep(list: readonly Chosen[]): boolean;
  /** Whether the last change was stored. */
  isStored(): boolean;
  /** Adds a listener for every change, also in other windows. */
  onChange(call: () => void): void;
};

/** @param base the address of the registry, because several registries may share a host */
export function storedShortlist(base: string): StoredShortlist {
  const name = `shortlist ${base}`;
  const calls: (() => void)[] = [];
  let list = readShortlist(stored(name));
  let isStored = true;
  const notify = () => {
    for (const call of calls) call();
  };
  const readAgain = () => {
    list = readShortlist(stored(name));
    notify();
  };
  addEventListener('storage', ({ key }) => void ((key === name || key === null) && readAgain()));
  // A page that comes back as it was left has missed the changes of others.
  addEventListener('pageshow', ({ persisted }) => void (persisted && isStored && readAgain()));
  return {
    list: () => list,
    isStored: () => isStored,
    keep(next) {
      list = next;
      isStored = store(name, next);
      notify();
      return isStored;
    },
    onChange: (call) => calls.push(call),
  };
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, list: readonly Chosen[]): boolean {
  try {
    if (list.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, writeShortlist(list));
    return true;
  } catch {
    return false;
  }
}
