/** The script of pages whose only active part is the search box. */

import { fetchJson } from '../../client/fetch-json.ts';
import { baseUrl } from './page.ts';
import { readView } from './read-view.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';

const view = await readView();
const ask = fetchJson({ baseUrl: baseUrl(view), token: undefined, fetch: (address, init) => fetch(address, init) });
searchBoxes(view, ask);
slashLeadsToBox();
