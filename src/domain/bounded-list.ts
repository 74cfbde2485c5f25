/** Sentences for people, of which there may be very many: the first few are stored, and all are counted. */

/** The number of all sentences, and the first few of them. */
export type BoundedSentences = { count: number; sentences: readonly string[] };

export type Report = (sentence: string) => void;

type ReportList = { report: Report; all(): BoundedSentences };

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
