/** The shortlist in the storage of this browser; it is never sent. All windows of the site share it. */

import { type Chosen, readShortlist, writeShortlist } from '../../domain/contact/shortlist.ts';

export type StoredShortlist = {
  list(): readonly Chosen[];
  /** Stores the list. Returns false without storage: then it lasts as long as the page. */
  keep(list: readonly Chosen[]): boolean;
  /** Adds a listener for every change, also in other windows. */
  onChange(call: () => void): void;
};

/** @param base the address of the registry, because several registries may share a host */
export function storedShortlist(base: string): StoredShortlist {
  const name = `shortlist ${base}`;
  const calls: (() => void)[] = [];
  let list = readShortlist(stored(name));
  const notify = () => {
    for (const call of calls) call();
  };
  addEventListener('storage', ({ key }) => {
    if (key !== name && key !== null) return;
    list = readShortlist(stored(name));
    notify();
  });
  return {
    list: () => list,
    keep(next) {
      list = next;
      const isStored = store(name, next);
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
