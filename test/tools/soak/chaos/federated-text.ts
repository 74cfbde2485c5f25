/** Answers of several registries as they are read by a judge: plain and streamed ones alike. */

export type ReadOrigin = {
  key: string;
  state: string;
  retrievedAt: string | null;
  cache?: { status: string } | null;
  anonymized?: number;
};
export type ReadRecord = Record<string, unknown>;
export type FederatedAnswer = {
  origins: readonly ReadOrigin[];
  records: readonly ReadRecord[];
  complete: boolean;
  cursor: string | null;
  /** Whether it ended as it should: a stream with its last line. */
  hasEnded: boolean;
};

/** @throws SyntaxError when it is no JSON */
export function readFederated(text: string, isStreamed: boolean): FederatedAnswer {
  if (!isStreamed) {
    const { origins = [], content = [], complete, cursor = null } = JSON.parse(text);
    return { origins, records: content, complete, cursor, hasEnded: true };
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const parsed = lines.map((line) => JSON.parse(line));
  const parts = parsed.filter(({ type }) => type === 'part');
  const end = parsed.find(({ type }) => type === 'end');
  return {
    origins: end?.origins ?? parts.map(({ origin }) => origin),
    records: parts.flatMap(({ content }) => content ?? []),
    complete: end?.complete ?? false,
    cursor: end?.cursor ?? null,
    hasEnded: end !== undefined,
  };
}
