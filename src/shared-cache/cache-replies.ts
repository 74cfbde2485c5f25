/**
 * What a Valkey or Redis replies (RESP 2), read as it comes and within bounds: a server that means harm may send what it
 * likes. Of a reply that is longer than any that was asked for nothing is kept.
 */

/** A text is a Buffer where the server sent it with its length, and `null` where it has none. */
export type CacheReply = string | number | Buffer | null | CacheError | readonly CacheReply[];

/** What the server says instead of a reply: its first word is a code. */
export class CacheError extends Error {}

/** What came is no reply, or longer than one may be. */
export class UnreadableReply extends Error {}

/** Reads on, and answers what is whole by now. @throws UnreadableReply */
export type ReadReplies = (bytes: Buffer) => readonly CacheReply[];

/** Of one reply, however many texts are in it. */
export const MOST_REPLY_BYTES = 4 * 1024 * 1024;
const MOST_LINE_BYTES = 1024;
const MOST_MEMBERS = 1024;
/** A list within a list is more than anything that is asked for. */
const MOST_DEPTH = 2;
const LINE_END = '\r\n';
const NUMBER = /^-?\d{1,19}$/;

/** A value, and where it ends. */
type Read = { value: CacheReply; end: number };

export function replyReader(): ReadReplies {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const replies: CacheReply[] = [];
    for (let read = readValue(rest, 0, 0); read !== undefined; read = readValue(rest, 0, 0)) {
      replies.push(read.value);
      rest = rest.subarray(read.end);
    }
    if (rest.length > MOST_REPLY_BYTES) throw new UnreadableReply('its replies are too long');
    return replies;
  };
}

/** Undefined where it is not there as a whole. */
function readValue(bytes: Buffer, from: number, depth: number): Read | undefined {
  if (from >= bytes.length) return undefined;
  const lineEnd = bytes.subarray(from, from + MOST_LINE_BYTES).indexOf(LINE_END);
  if (lineEnd < 0) {
    if (bytes.length - from >= MOST_LINE_BYTES) throw unreadable();
    return undefined;
  }
  const kind = String.fromCharCode(bytes[from] ?? 0);
  const line = bytes.toString('utf8', from + 1, from + lineEnd);
  const end = from + lineEnd + LINE_END.length;
  switch (kind) {
    case '+':
      return { value: line, end };
    case '-':
      return { value: new CacheError(line), end };
    case ':':
      return { value: numberIn(line), end };
    case '$':
      return readText(bytes, end, numberIn(line));
    case '*':
      return readList(bytes, end, numberIn(line), depth + 1);
    default:
      throw unreadable();
  }
}

function readText(bytes: Buffer, from: number, length: number): Read | undefined {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || length > MOST_REPLY_BYTES) throw unreadable();
  const end = from + length;
  if (end + LINE_END.length > bytes.length) return undefined;
  return { value: bytes.subarray(from, end), end: end + LINE_END.length };
}

function readList(bytes: Buffer, from: number, length: number, depth: number): Read | undefined {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || length > MOST_MEMBERS || depth > MOST_DEPTH) throw unreadable();
  const value: CacheReply[] = [];
  let end = from;
  while (value.length < length) {
    const read = readValue(bytes, end, depth);
    if (read === undefined) return undefined;
    value.push(read.value);
    end = read.end;
  }
  return { value, end };
}

function numberIn(line: string): number {
  if (!NUMBER.test(line)) throw unreadable();
  return Number(line);
}

function unreadable(): UnreadableReply {
  return new UnreadableReply('its replies cannot be read');
}
