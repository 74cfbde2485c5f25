/** Checks which keys of a followed database may be set together. */

type Values = ReadonlyMap<string, unknown>;

const FOLLOW = 'database.follow';
const INITIAL_SNAPSHOT = 'database.initial-snapshot';
const STATE_FILE = 'state.file';
const STATE_URL = 'state.url';

/** Returns a sentence for each key that contradicts the others. `values` are the values by the names of their keys. */
export function followProblems(values: Values): readonly string[] {
  return values.has(FOLLOW) ? problemsBeside(values) : problemsAlone(values);
}

function problemsAlone(values: Values): readonly string[] {
  return [STATE_FILE, STATE_URL]
    .filter((key) => values.has(key))
    .map((key) => `${key} is set, but must be set together with ${FOLLOW} or not at all.`);
}

function problemsBeside(values: Values): readonly string[] {
  const problems: string[] = [];
  if (values.has(INITIAL_SNAPSHOT)) {
    problems.push(`${INITIAL_SNAPSHOT} is set, but must not be where ${FOLLOW} says whose data are answered.`);
  }
  if (values.has(STATE_FILE) && values.has(STATE_URL)) {
    problems.push(`${STATE_FILE} and ${STATE_URL} are both set, but only one of them may be.`);
  }
  if (values.has(STATE_URL) && placeOf(values.get(STATE_URL)) === placeOf(values.get(FOLLOW))) {
    problems.push(`${STATE_URL} names the database of ${FOLLOW}, but must name another one: it is written to.`);
  }
  return problems;
}

/** Returns the server and schema of an address, without the account. */
function placeOf(address: unknown): string {
  const { hostname, port, pathname } = new URL(String(address));
  return `${hostname}:${port || 3306}${pathname}`;
}
