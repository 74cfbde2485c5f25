/** Everything that a reader can look at, with texts in it that a partner or a stranger wrote to do harm. */

import type { Page } from 'playwright-core';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import { dependingOn, json, version } from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { TestBrowser, TestWindow } from '../../support/machine/browser.ts';
import { openSearch } from '../../support/machine/stories.ts';
import { openWebsite } from '../../support/machine/website.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'a word without an end': 'W'.repeat(500),
  'blanks that do not break': 'wide\u00a0\u2060'.repeat(100),
  'wide script': '\ufdfd\u3042\u2060'.repeat(165),
  'marks upon marks': `Z${'\u0301\u0323'.repeat(20)}`.repeat(12),
  'right to left': `\u202e\u2067${'\u05d0\u05d1\u05d2\u05d3'.repeat(120)}`,
  'pictures made of pictures': '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(40),
  'what looks like a page': `</li></table><b style="position:fixed;width:9999px">${'<b>'.repeat(150)}`,
  'what would run': `"'></a><script>ran = 1</script><img src="https://elsewhere.example.net/" onerror="ran = 1"><svg onload="alert(1)">`,
  'many lines': 'line\n\r\u2028\u2029'.repeat(120),
};

export const WINDOWS = [
  [390, 844],
  [1280, 900],
] as const;

export const HOSTILE_SEARCH = '/search?symbol=BRCA1&taxonId=9606';
/** Of `smallSnapshot`. */
const ADMIN_TOKEN = 'small-admin-token';
const OWN_HOSTS = ['127.0.0.1', 'localhost'];
/** As much of a text as an address may hold of a gene or an organism. */
const MOST_OF_GENE = 60;
/** A longer name of an ontology makes a record unreadable, as names of them are never cut. */
const MOST_OF_NAME = 100;
/** As much of it as somebody types. */
const MOST_TYPED = 200;

/** A registry, and a partner whose people have one of the texts each, wherever a text may stand. */
export type HostileNetwork = AsyncDisposable & {
  texts: readonly string[];
  registry: TestRegistry;
  partner: ScriptedPartner;
};

export async function openHostileNetwork(texts: readonly string[]): Promise<HostileNetwork> {
  const resources = new AsyncDisposableStack();
  const found = texts.map((text, at) => recordOf(text, at + 1));
  const people = new Map(found.map(({ remoteUser }) => [String(remoteUser.id), remoteUser]));
  const partner = resources.use(
    await startScriptedPartner({
      '/api': version('1.5.10'),
      '/api/genes/search': dependingOn(({ params }) =>
        json(params.getAll('tiers').includes('TIER1') || !params.has('tiers') ? found : []),
      ),
      '/api/users/*': dependingOn(({ path }) => json(people.get(path.split('/').at(-1) ?? '') ?? null)),
    }),
  );
  const hidden = aUser(3, { privacyLevel: 0, genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] });
  const registry = resources.use(
    await startTestRegistry({
      snapshot: smallSnapshot({ users: [...smallSnapshot().users, hidden] }),
      partners: [{ key: 'odd', name: 'OddNet', url: partner.url }],
      settings: { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' },
    }),
  );
  return { texts, registry, partner, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** A gene of somebody who has the text wherever a text may stand. */
function recordOf(text: string, id: number) {
  const organ = { uberonId: `UBERON:000${id}`, name: text, description: text };
  const taxon = { id: 90_000 + id, scientificName: text, commonName: text };
  const gene = { geneId: 900 + id, symbol: text, name: text, tier: 'TIER1', taxon };
  const term = { termId: `HP:000${id}`, name: text, ontology: { name: text.slice(0, MOST_OF_NAME), definition: text } };
  const remoteUser = {
    ...userRecord(id, { name: text, lastName: text, organization: text, department: text, phone: text }),
    ...{ description: text, email: `${'a'.repeat(60)}@${'example.'.repeat(20)}org`, origin: text },
    ...{
      website: text.includes('ran') ? 'javascript:ran=1' : `https://example.org/${text}`,
      researcherPosition: text,
      researcherCategories: [text, 'IN_VIVO'],
      userOntologyTerms: [term],
    },
    ...{ publications: [{ pmid: id, title: text }], userOrgans: { [organ.uberonId]: organ }, userGenes: { 1: gene } },
    id,
  };
  const human = { id: 9606, scientificName: text, commonName: text };
  return { ...geneRecord(id), taxon: human, name: text, aliases: text, remoteUser };
}

/** How a view is opened, up to where everything of it is there. */
type Opening = (page: Page, network: HostileNetwork) => Promise<void>;

/**
 * The views of records, each of which shows every person of the network. `look` is called at each state of it: a profile
 * is one of several.
 */
export const RECORD_VIEWS: Readonly<
  Record<string, (page: Page, network: HostileNetwork, look: Look) => Promise<void>>
> = {
  cards: opening((page, { registry }) => openSearch(page, registry.url + HOSTILE_SEARCH)),
  table: opening((page, { registry }) => openSearch(page, `${registry.url}${HOSTILE_SEARCH}&view=table`)),
  'cards of the server': opening((page, { registry }) =>
    openWith(page, `${registry.url}${HOSTILE_SEARCH}&render=server`, '#people .person'),
  ),
  'table of the server': opening((page, { registry }) =>
    openWith(page, `${registry.url}${HOSTILE_SEARCH}&view=table&render=server`, '#people .person'),
  ),
  map: opening((page, { registry }) => openWith(page, `${registry.url}${coverageOf()}`, '#coverage td a')),
  sheet: opening((page, { registry }) => openWith(page, `${registry.url}${HOSTILE_SEARCH}&view=sheet`, '.sheet li')),
  async profiles(page, { registry, texts }, look) {
    for (const at of texts.keys()) {
      await openWith(page, `${registry.url}/userView/${at + 1}?origin=odd`, '.profile');
      await look(`the profile ${at + 1}`);
    }
  },
  async 'profiles beside the list'(page, { registry, texts }, look) {
    for (const at of texts.keys()) {
      await openSearch(page, registry.url + HOSTILE_SEARCH);
      await page.locator(`#people .person[data-person="odd/${at + 1}"] a.name`).click();
      await page.locator('#drawer .profile, main .profile').filter({ hasText: 'example.' }).first().waitFor();
      await look(`the profile ${at + 1}`);
    }
  },
  async paper(page, { registry, texts }, look) {
    await page.emulateMedia({ media: 'print' });
    const profiles = [...texts.keys()].map((at) => `/userView/${at + 1}?origin=odd`);
    const list = `${HOSTILE_SEARCH}&render=server`;
    for (const path of [list, `${list}&view=table`, `${HOSTILE_SEARCH}&view=sheet`, coverageOf(), ...profiles]) {
      await page.goto(registry.url + path);
      await page.locator('.person, .sheet li, .profile, #coverage td').first().waitFor({ state: 'attached' });
      await look(`${path} on paper`);
    }
    await page.emulateMedia({ media: 'screen' });
  },
  async widget(page, { registry, texts }, look) {
    await using website =
      await openWebsite(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A website</title>
<meta name="viewport" content="width=device-width"><script src="${registry.url}/widget.js" defer></script>
<isearch-results symbol="BRCA1" taxon-id="9606"></isearch-results></html>`);
    await page.goto(website.url);
    // Of this registry there is one person with a name, and one without.
    await page
      .locator('isearch-results .person')
      .nth(texts.length + 1)
      .waitFor();
    await look('the widget');
  },
  'list of genes': opening(async (page, { registry }) => {
    await page.goto(`${registry.url}/genes`);
    await page.locator('#gene-list').fill('BRCA1\nTP53');
    await page.locator('#gene-list-form button').click();
    await page.locator('#list-answer[data-state=whole] #heat').waitFor();
  }),
  async "administrators' page"(page, { registry, texts }, look) {
    await openAdministration(page, registry);
    await look('the overview');
    await page.locator('#look-up-origin').selectOption('odd');
    for (const at of texts.keys()) {
      await page.locator('#look-up-id').fill(String(at + 1));
      await page.locator('#look-up-form button').click();
      await page.locator('#found:not([hidden]) .privacy-card').waitFor();
      await look(`the person ${at + 1}`);
    }
  },
};

/** The views of what readers type, or somebody writes into an address for them. */
export const TYPED_VIEWS: Readonly<Record<string, (page: Page, network: HostileNetwork, look: Look) => Promise<void>>> =
  {
    'what a text may mean': typed(async (page, { registry }, text) => {
      await openWith(page, `${registry.url}/search?${new URLSearchParams({ text })}`, 'main h1, main .error');
    }),
    'a symbol in an address': typed(async (page, { registry }, text) => {
      await openSearch(page, `${registry.url}/search?${new URLSearchParams({ symbol: text, taxonId: '9606' })}`);
    }),
    'a name in an address': typed(async (page, { registry }, text) => {
      const params = new URLSearchParams({ nameLike: text, descriptionLike: text, prefix: 'false' });
      await openSearch(page, `${registry.url}/search?${params}`);
    }),
    'suggestion box': typed(async (page, { registry }, text) => {
      await page.goto(registry.url);
      // What offers meanings is loaded when the box gets the focus.
      await page.locator('form.search-box input[name=text]').first().focus();
      const box = page.locator('form.search-box input[role=combobox]').first();
      await box.waitFor();
      const answered = page.waitForResponse(/\/api\/federated\/resolve/);
      // What is a list, and what is longer than a name, is not looked up while it is typed.
      const name = text.replace(/[\r\n\t,;]/g, ' ').slice(0, MOST_OF_GENE);
      await box.fill(name);
      await answered;
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }),
    'request for access': typed(async (page, { registry }, text) => {
      const about = new URLSearchParams({ gene: text.slice(0, MOST_OF_GENE), organism: text.slice(0, MOST_OF_GENE) });
      await openWith(page, `${registry.url}${await pathOfRequest(registry)}?${about}`, '#access-form');
      await page.locator('#reason').fill(text);
    }),
    'gene list': typed(async (page, { registry }, text) => {
      await page.goto(`${registry.url}/genes`);
      await page.locator('#gene-list').fill(text);
      await page.locator('#gene-list-form button').click();
      await page.locator('#list-answer[data-state=whole], #gene-list-problem:not([hidden])').first().waitFor();
    }),
  };

/** Looks at what the window shows; `state` says what that is. */
export type Look = (state: string) => Promise<void>;

function opening(open: Opening) {
  return async (page: Page, network: HostileNetwork, look: Look) => {
    await open(page, network);
    await look('');
  };
}

function typed(open: (page: Page, network: HostileNetwork, text: string) => Promise<void>) {
  return async (page: Page, network: HostileNetwork, look: Look) => {
    for (const text of network.texts) {
      await open(page, network, text.slice(0, MOST_TYPED));
      await look(`“${text.slice(0, 12)}…”`);
    }
  };
}

async function openWith(page: Page, address: string, selector: string): Promise<void> {
  await page.goto(address);
  await page.locator(selector).first().waitFor({ state: 'attached' });
}

function coverageOf(): string {
  return '/coverage?symbol=BRCA1&taxonId=9606';
}

async function openAdministration(page: Page, registry: TestRegistry): Promise<void> {
  await page.goto(`${registry.url}/admin`);
  await page.locator('#token').fill(ADMIN_TOKEN);
  await page.locator('#admin-form button').click();
  await page.locator('#partners tr').first().waitFor();
}

async function pathOfRequest(registry: TestRegistry): Promise<string> {
  const { content } = await registry.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=local');
  const id = content.find((one: { anonymousId?: string }) => one.anonymousId !== undefined)?.anonymousId;
  return `/search/gene/by-anonymous-id/${id}/request-access`;
}

/** Among its faults are dialogs, and what it asks of anybody but the servers of the test. */
export async function hostileWindow(
  browser: TestBrowser,
  [width, height]: readonly [number, number],
): Promise<TestWindow> {
  const opened = await browser.window({ viewport: { width, height } });
  const { context, faults } = opened;
  context.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && !OWN_HOSTS.includes(hostname)) faults.push(`asked ${request.url().slice(0, 80)}`);
  });
  return opened;
}

/** What belongs to one record or one value stays within it. */
const PLACES = ['.person', '.facets li', '.sheet li', '.profile', '.map td', '#coverage td', '#heat td'];

/** What is wider than the window, or stands outside of what it belongs to; all that can be unfolded is. */
export async function leaving(page: Page): Promise<string[]> {
  await unfold(page);
  return page.evaluate((selector) => {
    const root = document.querySelector('isearch-results')?.shadowRoot ?? document;
    const { scrollWidth } = document.documentElement;
    const tooWide = scrollWidth > innerWidth ? [`the window: ${scrollWidth} of ${innerWidth}`] : [];
    const run = 'ran' in globalThis ? ['a script of a partner ran'] : [];
    const outside = [...root.querySelectorAll(selector)].flatMap((place) => {
      const own = place.getBoundingClientRect();
      const leaves = ({ left, right, top, bottom }: DOMRect) =>
        left < own.left - 1 || right > own.right + 1 || top < own.top - 1 || bottom > own.bottom + 1;
      return [...place.querySelectorAll(':not(.visually-hidden, .visually-hidden *)')]
        .filter((one) => [...one.getClientRects()].some(leaves))
        .map((one) => `${place.tagName} ${place.className}: ${one.outerHTML.slice(0, 60)}`);
    });
    return [...tooWide, ...run, ...outside];
  }, PLACES.join());
}

export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('isearch-results')?.shadowRoot ?? document;
    for (const one of root.querySelectorAll<HTMLDetailsElement>('details:not(.menu)')) one.open = true;
  });
}
