/**
 * Reads the replies of a Valkey or Redis (RESP 2) as they arrive and within bounds, as a hostile server may send anything. A
 * reply that is longer than any expected one is dropped.
 */

/** A text is a Buffer where the server sent its length, and `null` where there is none. */
export type CacheReply = string | number | Buffer | null | CacheError | readonly CacheReply[];

/** An error reply of the server; its first word is a code. */
export class CacheError extends Error {}

/** The bytes are no reply, or a reply that is too long. */
export class UnreadableReply extends Error {}

/** Takes the next bytes and returns the replies that are complete. @throws UnreadableReply */
type ReadReplies = (bytes: Buffer) => readonly CacheReply[];

/** The most bytes of one reply with all its texts. */
const MOST_REPLY_BYTES = 4 * 1024 * 1024;
const MOST_LINE_BYTES = 1024;
/** The most members of a list; no expected reply has as many. */
const MOST_MEMBERS = 16;
/** The deepest list within lists; no expected reply is as deep. */
const MOST_DEPTH = 2;
const LINE_END = '\r\n';
const NUMBER = /^-?\d{1,19}$/;

/** A value, and where it ends. */
type Read = { value: CacheReply; end: number };
/** The value is not complete, and needs at least so many bytes. */
type Missing = { neededBytes: number };

export function replyReader(): ReadReplies {
  let room: Buffer = Buffer.alloc(0);
  /** How many bytes of `room` are in use. */
  let length = 0;
  /** With fewer bytes the next reply is not complete, so it is not read again from its beginning for each new piece. */
  let neededBytes = 0;

  function add(bytes: Buffer): void {
    if (length + bytes.length > room.length) {
      const larger = Buffer.allocUnsafe(Math.max(length + bytes.length, 2 * room.length));
      room.copy(larger, 0, 0, length);
      room = larger;
    }
    length += bytes.copy(room, length);
  }

  return (bytes) => {
    add(bytes);
    const replies: CacheReply[] = [];
    let from = 0;
    while (length >= neededBytes) {
      const read = readValue(room.subarray(from, length), 0, 0);
      if ('neededBytes' in read) {
        neededBytes = read.neededBytes;
        break;
      }
      replies.push(read.value);
      from += read.end;
      neededBytes = 0;
    }
    if (length - from > MOST_REPLY_BYTES) throw new UnreadableReply('its replies are too long');
    if (replies.length > 0) {
      // The replies still refer to the buffer before.
      room = Buffer.from(room.subarray(from, length));
      length = room.length;
    }
    return replies;
  };
}

function readValue(bytes: Buffer, from: number, depth: number): Read | Missing {
  if (from >= bytes.length) return oneMoreThan(bytes);
  const lineEnd = bytes.subarray(from, from + MOST_LINE_BYTES).indexOf(LINE_END);
  if (lineEnd < 0) {
    if (bytes.length - from >= MOST_LINE_BYTES) throw unreadable();
    return oneMoreThan(bytes);
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

function oneMoreThan({ length }: Buffer): Missing {
  return { neededBytes: length + 1 };
}

function readText(bytes: Buffer, from: number, length: number): Read | Missing {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || length > MOST_REPLY_BYTES) throw unreadable();
  const textEnd = from + length;
  const end = textEnd + LINE_END.length;
  if (end > bytes.length) return { neededBytes: end };
  return { value: bytes.subarray(from, textEnd), end };
}

function readList(bytes: Buffer, from: number, length: number, depth: number): Read | Missing {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || length > MOST_MEMBERS || depth > MOST_DEPTH) throw unreadable();
  const value: CacheReply[] = [];
  let end = from;
  while (value.length < length) {
    const read = readValue(bytes, end, depth);
    if ('neededBytes' in read) return read;
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
