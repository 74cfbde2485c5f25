/** Work in steps, so that other work can run between two of them. */

/** Runs all steps at once. */
export function atOnce<Made>(steps: Generator<undefined, Made>): Made {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** How many elements one step sorts. */
const RUN = 256;
/** How many elements one step merges. */
const MERGED_A_STEP = 2000;

/** Sorts like `toSorted`, in steps: comparing thousands of texts by the rules of a language takes tens of milliseconds. */
export function* sortedInSteps<Thing>(
  things: readonly Thing[],
  compare: (a: Thing, b: Thing) => number,
): Generator<undefined, readonly Thing[]> {
  let runs: (readonly Thing[])[] = [];
  for (let from = 0; from < things.length; from += RUN) {
    runs.push(things.slice(from, from + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Thing[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergedInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSteps<Thing>(
  first: readonly Thing[],
  second: readonly Thing[],
  compare: (a: Thing, b: Thing) => number,
): Generator<undefined, readonly Thing[]> {
  const merged: Thing[] = [];
  let [a, b] = [0, 0];
  while (a < first.length && b < second.length) {
    const isSecond = compare(first[a] as Thing, second[b] as Thing) > 0;
    merged.push((isSecond ? second[b++] : first[a++]) as Thing);
    if (merged.length % MERGED_A_STEP === 0) yield;
  }
  yield;
  return [...merged, ...first.slice(a), ...second.slice(b)];
}
