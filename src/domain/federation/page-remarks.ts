/**
 * What a further page of an answer says besides the states of its registries, as data: further clauses of the
 * sentence of completeness. They are said in English, where an answer goes out; no page for people has them.
 */

/** Why records that were there all the time may be missing or stand twice, or what came is not shown: until the end. */
export type Doubt =
  /** Records that must not be compared, or cannot be, may have moved. */
  | 'anonymised'
  /** More was shown than a cursor holds keys of, and the answer has changed. */
  | 'too-many'
  /** What was shown last is not there any more, or must not be compared: nothing shows where to go on. */
  | 'lost-place'
  /** Records came to pages that were read before. */
  | 'unseen'
  /** A page before could not show all of its records. */
  | 'limited'
  /** A page before showed an answer of some time before. */
  | 'stale';

export type Change = {
  /** Records that were shown before and are no longer there. */
  gone: number;
  /** Records that now stand among those that were shown before, and are shown from here on. */
  among: number;
};

/** `origin` is the name of the registry. New codes may come. */
export type PageRemark =
  | { code: 'changed'; params: { origin: string } & Change }
  | { code: 'in-doubt'; params: { origin: string; doubt: Doubt } }
  /** It answered only after the first page. */
  | { code: 'answered-late'; params: { origin: string } }
  /** It was not asked for the pages before. */
  | { code: 'asked-late'; params: { origin: string } }
  /** It is no longer among the registries. */
  | { code: 'no-longer-listed'; params: { origin: string } }
  /** What the pages before showed was for somebody else, so nothing that differs is a change of a registry. */
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
  if (gone > 0)
    clauses.push(`${gone} ${gone === 1 ? 'record' : 'records'} shown before ${gone === 1 ? 'is' : 'are'} gone`);
  if (among > 0) {
    const [verb, follows] = among === 1 ? ['stands', 'follows'] : ['stand', 'follow'];
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
