/** What every language of the page says: each text of the English words, whatever it is there. */

import type { searching } from './en/searching.ts';
import type { en } from './en.ts';

export type Widened<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Value]: Widened<Value[Key]> };

/** Those that scripts of a search need as well: browsers load no others for it. */
export type Words = Widened<typeof searching>;

export type AllWords = Widened<typeof en>;
