/** For every difference that docs/compatibility.md names, a check that puts a request to a registry. */

import { asInRdp } from './differences/as-in-rdp.ts';
import type { Check } from './differences/ask.ts';
import { askingPartners } from './differences/asking-partners.ts';
import { defaults, headersAndBrowsers } from './differences/headers-and-defaults.ts';
import { pages, records } from './differences/records-and-pages.ts';
import { requests } from './differences/requests.ts';
import { tokens } from './differences/tokens.ts';
import { whatIsFound } from './differences/what-is-found.ts';
import { whoSeesWhat } from './differences/who-sees-what.ts';

/** By the headings of the page. */
export const DIFFERENCES: Record<string, Record<string, Check>> = {
  'Who sees what': whoSeesWhat,
  'What is found': whatIsFound,
  Records: records,
  Pages: pages,
  Tokens: tokens,
  Requests: requests,
  'Asking partners': askingPartners,
  'Headers and browsers': headersAndBrowsers,
  Defaults: defaults,
  'As in RDP': asInRdp,
};
