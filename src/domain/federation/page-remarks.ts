/**
 * What a further page of an answer says besides the states of its registries, as data: further clauses of the
 * completeness sentence. Their words are English only, as no page for people shows them.
 */

import { counted, isOne } from '../plurals.ts';

/** Why unchanged records may be missing or repeated, or new ones are not shown. A doubt is named until the last page. */
export type Doubt =
  /** Records that cannot be compared, or must not be, may have moved. */
  | 'anonymised'
  /** More records were shown than a cursor holds keys of, and the answer has changed. */
  | 'too-many'
  /** The last record shown is gone, or must not be compared, so the place to continue from is unknown. */
  | 'lost-place'
  /** Records were added to pages that were already read. */
  | 'unseen'
  /** An earlier page could not show all of its records. */
  | 'limited'
  /** An earlier page showed a stale answer. */
  | 'stale';

export type Change = {
  /** How many records that were shown before are gone. */
  gone: number;
  /** How many records are now among those shown before; they are shown from here on. */
  among: number;
};

/** `origin` is the name of the registry. Later versions may add codes. */
export type PageRemark =
  | { code: 'changed'; params: { origin: string } & Change }
  | { code: 'in-doubt'; params: { origin: string; doubt: Doubt } }
  /** The registry answered only after the first page. */
  | { code: 'answered-late'; params: { origin: string } }
  /** The registry was not queried for the pages before. */
  | { code: 'asked-late'; params: { origin: string } }
  /** The registry is no longer configured. */
  | { code: 'no-longer-listed'; params: { origin: string } }
  /** The pages before were for another caller, so a difference is no change of a registry. */
  | { code: 'other-reader'; params: Record<never, never> };

export function remarkInEnglish({ code, params }: PageRemark): string {
  switch (code) {
    case 'changed':
      return changeInEnglish(params.origin, params);
    case 'in-doubt':
      return doubtInEnglish(params.origin, params.doubt);
    case 'answered-late':
      return `${params.origin} answered only after the first page, so its records begin here`;
    case 'asked-late':
      return `${params.origin} was not asked for the pages before, so its records begin here`;
    case 'no-longer-listed':
      return `${params.origin} is no longer among the registries, so the rest of its records is missing`;
    case 'other-reader':
      return 'the cursor was made for another reader, who may see other records, so some may be missing or stand twice';
  }
}

function changeInEnglish(name: string, { gone, among }: Change): string {
  const clauses: string[] = [];
  if (gone > 0) clauses.push(counted(gone, 'record shown before is gone', 'records shown before are gone'));
  if (among > 0) {
    const [verb, follows] = isOne(among) ? ['stands', 'follows'] : ['stand', 'follow'];
    clauses.push(`${among} that now ${verb} among those shown before ${follows} from here on`);
  }
  const what = `what ${name} holds has changed since the page before`;
  return clauses.length === 0 ? what : `${what}: ${clauses.join(', and ')}`;
}

function doubtInEnglish(name: string, doubt: Doubt): string {
  switch (doubt) {
    case 'anonymised':
      return `anonymised records of ${name} may have moved between pages, so some may be missing or stand twice`;
    case 'too-many':
      return `${name} changed after more of its records had been shown than a cursor can name, so some may be missing or stand twice`;
    case 'lost-place':
      return `the place in the list of ${name} cannot be found again for certain, so some of its records may be missing or stand twice`;
    case 'unseen':
      return `records that came to ${name} on pages that had been read are not shown`;
    case 'limited':
      return `some records of ${name} are missing on pages before this one`;
    case 'stale':
      return `pages before this one showed ${name} as it was some time before`;
  }
}
