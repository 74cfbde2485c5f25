/** Marks of requests under way: one that comes in here was sent to this registry itself. */

import { randomUUID } from 'node:crypto';

export type CallMarks = {
  /** For one request; it says nothing to whoever gets it. */
  next(): string;
  /** Called with the mark of a request that has come in, whoever sent it; answers whether it is one of these. */
  received(mark: string): boolean;
  /** Whether the request has come in here. Its mark counts no longer. */
  cameBack(mark: string): boolean;
};

const MARK = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text may be a mark, as this registry makes them. */
export function isMark(text: string): boolean {
  return MARK.test(text);
}

export function callMarks(): CallMarks {
  const underWay = new Map<string, { isReceived: boolean }>();
  return {
    next() {
      const mark = randomUUID();
      underWay.set(mark, { isReceived: false });
      return mark;
    },
    received(mark) {
      const call = underWay.get(mark);
      if (call !== undefined) call.isReceived = true;
      return call !== undefined;
    },
    cameBack(mark) {
      const isReceived = underWay.get(mark)?.isReceived === true;
      underWay.delete(mark);
      return isReceived;
    },
  };
}
