/** Sentences for somebody to read, of which there may be very many: the first are kept, and all are counted. */

/** How many there are, and the first of them. */
export type BoundedSentences = { count: number; sentences: readonly string[] };

export type Report = (sentence: string) => void;

type ReportList = { report: Report /** What was reported so far. */; all(): BoundedSentences };

const MOST_SENTENCES = 20;

export function reportList(): ReportList {
  const sentences: string[] = [];
  let count = 0;
  return {
    report(sentence) {
      count += 1;
      if (sentences.length < MOST_SENTENCES) sentences.push(sentence);
    },
    all: () => ({ count, sentences: [...sentences] }),
  };
}
