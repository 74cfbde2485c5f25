/** What an administrator notes about a request for access: how it stands now, and a few words about it. */

/** In the order in which a request usually goes through them; any may follow any, as administrators may be mistaken. */
export const REQUEST_STATES = ['received', 'forwarded', 'answered', 'declined'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export type RequestStep = { state: RequestState; note: string | null };

/** In characters. */
export const LONGEST_NOTE = 500;

/** Reads `{"state", "note"}`; undefined where it is something else, or the note is too long. */
export function readRequestStep(body: unknown): RequestStep | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { state, note = null } = body as { state?: unknown; note?: unknown };
  const known = REQUEST_STATES.find((one) => one === state);
  if (known === undefined || (note !== null && typeof note !== 'string')) return undefined;
  const text = note?.trim() ?? '';
  return text.length > LONGEST_NOTE ? undefined : { state: known, note: text || null };
}
