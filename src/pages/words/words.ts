/** The types of the words of each language: every member of the English words, with any text. */

import type { en } from './en.ts';
import type { later } from './later.en.ts';
import type { searching } from './searching.en.ts';

export type Widened<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Value]: Widened<Value[Key]> };

/** The words that every search needs; browsers load only these at first. */
export type Words = Widened<typeof searching>;

/** With the words that scripts need once a reader types, chooses people, writes, or filters by terms. */
export type LaterWords = Words & Widened<typeof later>;

export type AllWords = Widened<typeof en>;
