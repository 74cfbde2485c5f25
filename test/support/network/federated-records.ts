/** Records of federated answers, as tests compare them. */

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a record by what it reads of it
type Json = any;

/** The name of the registry that a record of either kind comes from. */
export function originOf({ origin, remoteUser }: Json): string {
  return origin ?? remoteUser.origin;
}

/** A record as text, without what is new in every answer. */
export function withoutAnonymousIds(record: Json): string {
  return JSON.stringify(record)
    .replace(/"anonymousId":"[^"]+"/g, '"hidden"')
    .replace(/(?<=by-anonymous-id\/)[\w-]+/g, 'hidden');
}

/** A record without what federated answers add to it. */
export function withoutStamp<Found extends object>(record: Found): Omit<Found, 'originKey' | 'links'> {
  const { originKey, links, ...own } = record as Found & { originKey?: unknown; links?: unknown };
  return own;
}
