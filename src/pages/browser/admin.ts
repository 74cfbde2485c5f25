/** The administrators' view. The token is only in this module, and is lost with the page. */

import { fetchJson } from '../../client/fetch-json.ts';
import { clockTime, timeElement } from '../parts/dates.ts';
import { forgetAuditLog, letFilterAuditLog, showAuditLog } from './admin/audit-log.ts';
import { type AdminAsk, adminAsk, type Desk, faultIn, isRefusal } from './admin/desk.ts';
import { letLookUp } from './admin/look-up.ts';
import { forgetProbe, letTestPartners, showPartners } from './admin/partners.ts';
import { forgetRequests, letKeepRequests, showRequests } from './admin/requests.ts';
import { type Overview, showToDo } from './admin/to-do.ts';
import { forgetMade, letKeepTokens, type SearchToken, showSearchTokens, showTokens } from './admin/tokens.ts';
import { baseUrl, byId, elementsOf } from './page.ts';
import { recordView } from './record-view.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { readWholeView } from './whole-view.ts';

type WholeOverview = Overview & {
  tokenCount: number;
  searchTokens: readonly SearchToken[];
};

const form = byId('admin-form') as HTMLFormElement;
const field = byId('token') as HTMLInputElement;
const wholeView = readWholeView();
// The listener is added before the words are loaded, because a form that is sent earlier would load another page.
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void wholeView.then(() => open(field.value.trim()));
});
const view = recordView(await wholeView, byId('admin-view'));
let ask: AdminAsk | undefined;
const desk: Desk = {
  view,
  ask: () => ask,
  refresh,
  say(sentence) {
    byId('admin-live').textContent = sentence;
  },
  async done(sentence) {
    try {
      await refresh();
      desk.say(sentence);
    } catch (error) {
      const { admin } = view.words;
      if (isRefusal(error)) close();
      const why = isRefusal(error) ? admin.closedToo : faultIn(error, view.words);
      desk.say([sentence, why].filter(Boolean).join(' '));
    }
  },
};

async function open(token: string): Promise<void> {
  try {
    desk.say('');
    ask = adminAsk(baseUrl(view), token);
    await refresh();
    field.value = '';
    form.hidden = true;
    byId('admin-view').hidden = false;
    byId('to-do-title').focus();
  } catch (error) {
    close();
    desk.say(faultIn(error, view.words));
  }
}

function close(): void {
  forget();
  field.focus();
}

function forget(): void {
  ask = undefined;
  field.value = '';
  form.hidden = false;
  byId('admin-view').hidden = true;
  clearLookUp();
  forgetMade();
  forgetProbe();
  forgetRequests();
  forgetAuditLog();
  for (const id of ['to-do', 'partners', 'tokens', 'search-tokens', 'as-of']) byId(id).replaceChildren();
}

async function refresh(): Promise<void> {
  const mine = ask;
  // The audit log may be long or in a slow database, so nothing else waits for it.
  const auditLogIsShown = showAuditLog(desk);
  auditLogIsShown.catch(() => {});
  const overview = await mine?.json<WholeOverview>('/api/admin/overview');
  // The administrator may have closed the view in the meantime.
  if (overview === undefined || ask !== mine) return;
  showToDo(overview, desk);
  showPartners(overview.partners, desk);
  showRequests(overview.accessRequests, desk);
  showTokens(overview.tokens, overview.tokenCount, desk);
  showSearchTokens(overview.searchTokens, desk);
  const now = new Date().toISOString();
  byId('as-of').replaceChildren(...elementsOf([timeElement(now, view.words.asOf(clockTime(now)))]));
  auditLogIsShown.catch((error: unknown) => desk.say(faultIn(error, view.words)));
}

byId('forget').addEventListener('click', () => {
  desk.say('');
  close();
});
byId('refresh').addEventListener('click', () => {
  desk.say('');
  refresh().catch((error: unknown) => desk.say(faultIn(error, view.words)));
});
searchBoxes(
  view,
  fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) }),
);
slashLeadsToBox();
letTestPartners(desk);
letKeepRequests(desk);
letKeepTokens(desk);
letFilterAuditLog(desk);
const clearLookUp = letLookUp(desk);
// The browser may cache the page for going back; it must not cache the token.
addEventListener('pagehide', forget);
