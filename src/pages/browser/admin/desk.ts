/** The common parts of the administrators' page: requests with the token, error messages, and tables. */

import { ClientError, type FetchJson, fetchJson } from '../../../client/fetch-json.ts';
import { ownMember } from '../../../domain/own-member.ts';
import { momentIn, timeElement } from '../../parts/dates.ts';
import { type Html, html, type Shown } from '../../parts/html.ts';
import type { WholeView } from '../../parts/view.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';

export type Desk = {
  view: WholeView;
  /** Returns undefined without a token. */
  ask(): AdminAsk | undefined;
  /** Reads everything again. @throws ClientError */
  refresh(): Promise<void>;
  /** Shows a sentence, which stays in sight while the page scrolls; screen readers read it. */
  say(sentence: string): void;
  /**
   * Reads everything again, and says what was done. That it was done stays true where this fails; where the token is not
   * accepted any more, because it was revoked, the page closes.
   */
  done(sentence: string): Promise<void>;
};

export type AdminAsk = Pick<FetchJson, 'json'> & {
  /** Sends a change. Returns the JSON of the answer, or null if it has no body. @throws ClientError */
  order<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
};

/** Returns requests with the token of an administrator; `token` is sent in a header only. */
export function adminAsk(baseUrl: string, token: string): AdminAsk {
  const by = (method: string, body?: object) =>
    fetchJson({
      ...{ baseUrl, token },
      async fetch(address, init) {
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const headers = new Headers(init.headers);
        if (body !== undefined) headers.set('Content-Type', 'application/json');
        const response = await fetch(address, { ...init, ...sent, headers, method, cache: 'no-store' });
        return response.status === 204 ? Response.json(null) : response;
      },
    });
  return { json: by('GET').json, order: (method, path, body) => by(method, body).json(path) };
}

/** Returns why a request failed: because of the token, or without a usable answer. */
export function faultIn(error: unknown, { admin }: AllWords): string {
  if (!(error instanceof ClientError)) return admin.failed;
  const known = ownMember(admin.notDone, error.code);
  return isRefusal(error) && !known ? admin.refused : known || admin.failed;
}

/** Whether the token was not accepted. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ClientError && (error.status === 401 || error.status === 403);
}

/** Replaces the rows of a table. A focused button keeps the focus, if there is a new button with its id. */
export function fill(id: string, rows: readonly Html[]): void {
  const table = byId(id);
  const focused = table.contains(document.activeElement) ? document.activeElement?.id : undefined;
  table.replaceChildren(...elementsOf(rows));
  if (focused) document.getElementById(focused)?.focus();
}

/** Returns a row with a sentence, for a table without further rows. */
export function noRow(columns: Readonly<Record<string, string>>, sentence: string): Html {
  return html`<tr role="row"><td role="cell" colspan="${Object.keys(columns).length}">${sentence}</td></tr>`;
}

/** Returns the cells of a row, each with the title of its column, which phones show beside it. */
export function cellsOf(columns: Readonly<Record<string, string>>, contents: readonly Shown[]): Html[] {
  const titles = Object.values(columns);
  return contents.map((content, index) => html`<td role="cell" data-label="${titles[index]}">${content}</td>`);
}

export function momentOf(iso: string | null): Html | undefined {
  return iso === null ? undefined : timeElement(iso, momentIn(iso));
}
