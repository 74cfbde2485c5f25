/** Marks of requests under way. A request that arrives here with one of these marks was sent by this registry itself. */

import { randomUUID } from 'node:crypto';

export type CallMarks = {
  /** Returns the mark of one request. It says nothing to those who receive it. */
  next(): string;
  /** Notes the mark of a request that has arrived, whoever sent it; returns whether the mark is one of these. */
  received(mark: string): boolean;
  /** Whether the request has arrived here. Forgets its mark. */
  cameBack(mark: string): boolean;
};

const MARK = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text has the form of a mark. */
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
