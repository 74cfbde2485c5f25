/** Finds people whose names are written in another form than the one looked for (`domain/spelling.ts`). */

import { fold } from '../../domain/folding.ts';
import { namesOf } from '../../domain/query/full-name.ts';
import type { Viewer } from '../../domain/record/model.ts';
import { readerClassesOf } from '../../domain/record/privacy.ts';
import { isSpelledIn, spellings } from '../../domain/spelling.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { dropOutdated } from '../store/versions.ts';

type Names = [name: string | null, lastName: string | null];
type FormsOfPerson = { userId: number; lastName: readonly string[]; names: readonly string[] };

/** Returns people whom no index of folded names finds by a form. With `prefix`, the last name begins with the form. */
type NameForms = (tx: ReadTransaction, viewer: Viewer, forms: readonly string[], prefix: boolean) => number[];

/**
 * Keeps the forms of names with signs and letters that registries tell apart; those of a person until their profile
 * changes. They are kept by class of readers, so that a search never looks at people whom the viewer may not read.
 */
export function nameForms(store: Store): NameForms {
  const FORMED =
    'SELECT id, readers, name, last_name FROM user JOIN user_search ON user_id = id WHERE readers IS NOT NULL';
  const everybody = store.query<[number, number, ...Names]>(FORMED);
  const somebody = store.query<[number, number, ...Names]>(`${FORMED} AND id = ?`);
  const own = store.query<Names>('SELECT name, last_name FROM user WHERE id = ?');
  const byReaders = new Map<number, Map<number, FormsOfPerson>>();
  /** People whose forms are to be computed again; undefined: everybody. */
  let changed: Set<number> | undefined;
  const dropOld = dropOutdated(store, {
    clear() {
      byReaders.clear();
      changed = undefined;
    },
    dropUser(userId) {
      for (const people of byReaders.values()) people.delete(userId);
      changed?.add(userId);
    },
  });

  function formsNow(tx: ReadTransaction): typeof byReaders {
    dropOld(tx);
    const rows = changed === undefined ? everybody.all(tx) : [...changed].flatMap((id) => somebody.all(tx, id));
    for (const [userId, readers, ...names] of rows) {
      if (!haveOtherForm(names)) continue;
      const people = byReaders.get(readers) ?? new Map<number, FormsOfPerson>();
      byReaders.set(readers, people.set(userId, formsOf(userId, names)));
    }
    changed = new Set();
    return byReaders;
  }

  function ownForms(tx: ReadTransaction, { userId }: Viewer): FormsOfPerson[] {
    const names = userId === undefined ? undefined : own.first(tx, userId);
    return names === undefined || userId === undefined ? [] : [formsOf(userId, names)];
  }

  return (tx, viewer, forms, prefix) => {
    const isIn = prefix
      ? ({ lastName }: FormsOfPerson) => lastName.some((own) => forms.some((form) => own.startsWith(form)))
      : ({ names }: FormsOfPerson) => isSpelledIn(names, forms);
    const kept = formsNow(tx);
    const all = readerClassesOf(viewer).flatMap((readers) => [...(kept.get(readers)?.values() ?? [])]);
    return [...all, ...ownForms(tx, viewer)].filter(isIn).map(({ userId }) => userId);
  };
}

function formsOf(userId: number, [name, lastName]: Names): FormsOfPerson {
  return {
    userId,
    lastName: spellings(lastName ?? ''),
    names: [...new Set(namesOf({ name, lastName }).flatMap(spellings))],
  };
}

/** Most names have no sign, no letter with a form of its own, and neither `ss` nor a short word. */
const PLAIN = /^(?:(?!ss)[a-z]){3,}$/i;

/** Whether an index of folded names lacks a form of one of them, or of both together. */
function haveOtherForm(names: Names): boolean {
  const others = names.filter((name) => name !== null && !PLAIN.test(name)) as string[];
  if (others.length === 0) return false;
  const isOtherwise = (name: string) => {
    const [form, another] = spellings(name);
    return another !== undefined || form !== fold(name);
  };
  return others.some(isOtherwise) || namesOf({ name: names[0], lastName: names[1] }).length > names.length;
}
