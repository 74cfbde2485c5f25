/** The types of the words of each language: every member of the English words, with any text. */

import type { en } from './en.ts';
import type { searching } from './searching.en.ts';

export type Widened<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Value]: Widened<Value[Key]> };

/** The words that the scripts of a search need; browsers load only these. */
export type Words = Widened<typeof searching>;

export type AllWords = Widened<typeof en>;
