/** The page for administrators with much on it, and with little: what it says is true, and stands where they look. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { violationsNow, violationsOf } from '../support/machine/stories.ts';
import { mailTo } from '../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import { answer, confirmedRequest, forwardedLink } from '../support/registry/forwarded-request.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

let browser: TestBrowser;
let server: ScriptedMailServer;
let registry: TestRegistry;
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startScriptedMailServer()]);
  registry = await startAlpha(mailTo(server.port));
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function enter(page: Page, token: string = TOKENS.admin, path = '/admin'): Promise<void> {
  await page.goto(registry.url + path);
  await page.locator('#token').fill(token);
  await page.locator('#token').press('Enter');
}

async function openDesk(page: Page, path?: string): Promise<void> {
  await enter(page, TOKENS.admin, path);
  await page.locator('#tokens tr').first().waitFor();
}

const said = (page: Page) => page.locator('#admin-live').textContent();

/** Whether what the page says is within the window. */
async function isInSight(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
}

type Overview = { accessRequests: { requests: object[]; total: number }; tokens: object[]; tokenCount: number };

/** Shows each request and token of the registry many times, as in one that has had many. */
async function withMuch(page: Page, change: (overview: Overview) => void): Promise<void> {
  await page.route('**/api/admin/overview', async (route) => {
    const response = await route.fetch();
    const overview = (await response.json()) as Overview;
    change(overview);
    await route.fulfill({ response, json: overview });
  });
}

test('of 300 requests the first 20 to be dealt with are shown, the others at a press, and a refused save stays in sight', async () => {
  const { page, faults } = await browser.window();
  await confirmedRequest(registry);
  await withMuch(page, ({ accessRequests }) => {
    const [one] = accessRequests.requests;
    accessRequests.requests = Array.from({ length: 300 }, (_, at) => {
      const state = at % 4 === 1 ? 'received' : 'declined';
      return { ...one, id: 1000 + at, state, contact: `ada${at}@example.org` };
    });
    accessRequests.total = 300;
  });
  await openDesk(page);
  expect(await page.locator('#requests > [data-request]').count()).toBe(20);
  expect(await page.locator('#requests [data-state=declined]').count()).toBe(0);
  expect(await page.locator('#closed-requests [data-request]').first().isVisible()).toBe(false);
  expect(await page.locator('#closed-requests-title').textContent()).toContain('225');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000);
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#requests > [data-request]').first().isVisible()).toBe(true);
  expect(await page.locator('form:visible').count()).toBe(0);
  await page.emulateMedia({ media: null });

  await page.locator('#requests-more').press('Enter');
  expect(await page.locator('#requests > [data-request]').count()).toBe(40);
  const focused = await page.evaluate(() =>
    document.activeElement?.closest('[data-request]')?.getAttribute('data-request'),
  );
  expect(focused).toBe(await page.locator('#requests > [data-request]').nth(20).getAttribute('data-request'));

  await page.route('**/api/admin/access-requests/*', (route) => route.fulfill({ status: 500 }));
  const last = page.locator('#requests > [data-request]').last();
  await last.getByLabel('Note').fill('To her clinic.');
  await last.getByLabel('Note').press('Enter');
  await expect.poll(() => said(page)).toBe('The registry did not answer.');
  expect(await isInSight(page, '#admin-live')).toBe(true);
  expect(await last.locator('.error').textContent()).toBe('The registry did not answer.');
  expect(await last.getByLabel('Note').inputValue()).toBe('To her clinic.');
  await page.locator('#forget').click();
  expect(await page.locator('[data-request]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test.each(['another administrator', 'the person'] as const)(
  'a note from an older page does not take back what %s has accepted: it says so, shows it, and keeps the note',
  async (who) => {
    const { page, faults } = await browser.window();
    const asked = await confirmedRequest(registry);
    const link = who === 'the person' ? await forwardedLink(registry, server, asked) : '';
    await openDesk(page);
    const request = page.locator(`[data-request="${asked.id}"]`);
    await request.waitFor();
    if (who === 'the person') {
      await answer(registry, link, { choice: 'accept', name: 'Bea Roe', address: 'bea@example.org' });
    } else {
      const { page: other } = await browser.window();
      await openDesk(other);
      const same = other.locator(`[data-request="${asked.id}"]`);
      await same.locator('select').selectOption('accepted');
      await same.getByLabel('Name', { exact: true }).fill('Bea Roe');
      await same.getByLabel('Address or telephone').fill('bea@example.org');
      await same.getByRole('button', { name: 'Save' }).press('Enter');
      await expect.poll(() => said(other)).toMatch(/: accepted\.$/);
    }
    await request.getByLabel('Note').fill('Telephoned.');
    await request.getByLabel('Note').press('Enter');
    await expect.poll(() => said(page)).toMatch(/^Nothing is saved: someone else changed this request/);
    expect(await isInSight(page, '#admin-live')).toBe(true);
    expect(await request.locator('.request-state').textContent()).toBe('accepted');
    expect(await request.locator('.history li').last().isVisible()).toBe(true);
    expect(await request.locator('.history li').last().textContent()).toContain('Bea Roe');
    expect(await request.locator('.error').isVisible()).toBe(true);
    expect(await request.getByLabel('Note').inputValue()).toBe('Telephoned.');

    await request.getByLabel('Note').press('Enter');
    await expect.poll(() => said(page)).toMatch(/: accepted\.$/);
    const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
    const now = requests.find(({ id }: { id: number }) => id === asked.id);
    expect([now.state, now.senderSees.state, now.history.at(-1).note]).toEqual(['accepted', 'accepted', 'Telephoned.']);
    expect(faults).toEqual([]);
  },
);

/** Each step is one press, or one text that is typed and sent. */
test.each([
  ['desk', 'en', { accept: 'Accept', decline: 'Decline', save: 'Save' }, {}],
  [
    'phone',
    'fr',
    { accept: 'Accepter', decline: 'Refuser', save: 'Enregistrer' },
    { viewport: { width: 390, height: 844 } },
  ],
] as const)('on a %s, in %s, an administrator answers a request in three steps', async (_, lang, names, options) => {
  const { page, faults } = await browser.window(options);
  const asked = await confirmedRequest(registry, 0, { language: lang });
  const other = await confirmedRequest(registry, -1, { language: lang });
  const pageOf = async ({ page: path }: typeof asked) => (await registry.get(path)).text();
  const unanswered = await pageOf(other);
  const card = page.locator(`[data-request="${asked.id}"]`);
  await page.goto(`${registry.url}/admin?lang=${lang}`);
  const steps = [
    async () => {
      await page.locator('#token').fill(TOKENS.admin);
      await page.locator('#token').press('Enter');
      await card.waitFor();
    },
    () => card.getByRole('button', { name: new RegExp(`^${names.accept}`) }).click(),
    () => card.getByRole('button', { name: new RegExp(`^${names.save}`) }).click(),
  ];
  const [open, choose, save] = steps;
  await open?.();
  // Nothing but what needs action stands above the requests.
  expect(await page.locator('#admin-view h2').first().getAttribute('id')).toBe('to-do-title');
  expect(await page.locator('#admin-view h2').nth(1).getAttribute('id')).toBe('requests-title');
  await choose?.();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(`name-${asked.id}`);
  expect(await card.locator('fieldset:visible').count()).toBe(1);
  expect(await card.locator('[aria-pressed=true]').count()).toBe(1);
  // What is dark is judged above.
  expect(await violationsNow(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await save?.();
  await vi.waitUntil(async () => (await pageOf(asked)) !== unanswered, PATIENT);
  // The round of every minute, at once.
  await registry.context.personRound?.();
  await vi.waitUntil(() => server.messages.filter(({ to }) => to.includes(asked.contact)).length > 0, PATIENT);
  expect(steps.length).toBeLessThanOrEqual(3);

  const declined = page.locator(`[data-request="${other.id}"]`);
  await declined.getByRole('button', { name: new RegExp(`^${names.decline}`) }).press('Enter');
  await page.keyboard.press('Enter');
  await declined.locator('.request-state[data-state=declined]').waitFor({ state: 'attached' });
  expect(await pageOf(other)).toBe(unanswered);
  expect(server.messages.filter(({ to }) => to.includes(other.contact))).toEqual([]);
  expect(faults).toEqual([]);
});

test('what is chosen stays chosen while the list is read again, and the link of the person ends with the answer', async () => {
  const { page, faults } = await browser.window();
  const asked = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, asked);
  await openDesk(page);
  const card = page.locator(`[data-request="${asked.id}"]`);
  await expect.poll(() => card.textContent()).toContain('Your answer ends its link.');
  await card.getByRole('button', { name: /^Not now/ }).press('Enter');
  await page.locator('#refresh').press('Enter');
  await expect.poll(() => page.locator('#as-of').textContent()).not.toBe('');
  expect(await card.locator('[aria-pressed=true]').textContent()).toBe('Not now');
  expect(await card.locator('fieldset:visible').getAttribute('data-answer')).toBe('not-now');
  await card.getByRole('button', { name: /^Save/ }).press('Enter');
  await expect.poll(() => said(page)).toMatch(/: not now\.$/);
  expect((await registry.get(link)).status).toBe(410);
  expect(await card.locator('[data-choose]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test.each([
  ['/admin', /needs JavaScript.*can answer it without JavaScript/],
  ['/admin?lang=fr', /nécessite JavaScript.*peut y répondre sans JavaScript/],
])('without scripts, %s says why it needs them, and asks for no token', async (path, sentence) => {
  const { page } = await browser.window({ javaScriptEnabled: false });
  await page.goto(registry.url + path);
  expect(await page.locator('noscript p').textContent()).toMatch(sentence);
  expect(await page.locator('#token').isVisible()).toBe(false);
});

test('with long names and dates of tokens, Revoke stays in sight at every width', async () => {
  const { page } = await browser.window();
  await withMuch(page, (overview) => {
    const [one] = overview.tokens;
    const label = 'exchange-of-variants'.replaceAll('-', '').repeat(10);
    overview.tokens = Array.from({ length: 200 }, (_, at) => ({ ...one, id: 1000 + at, label, mayBeRevoked: true }));
    overview.tokenCount = 200;
  });
  await openDesk(page);
  for (const width of [1280, 1000, 760, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const hidden = await page.locator('#tokens [data-revoke]').evaluateAll(
      (buttons) =>
        buttons.filter((button) => {
          const around = button.closest('.wide')?.getBoundingClientRect().right ?? 0;
          return button.getBoundingClientRect().right > Math.min(around, innerWidth);
        }).length,
    );
    expect([width, hidden]).toEqual([width, 0]);
  }
});

test('whoever revokes the token that the page was opened with reads that it is revoked, and that the page is closed', async () => {
  const { page, faults } = await browser.window();
  page.on('dialog', (question) => question.accept());
  const made = await fetch(`${registry.url}/api/admin/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKENS.admin}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: 'mine', days: 1 }),
  });
  await enter(page, ((await made.json()) as { token: string }).token);
  await page.getByRole('button', { name: 'Revoke the token mine' }).press('Enter');
  await expect
    .poll(() => said(page))
    .toBe('The token mine is revoked. The token of this page is no longer accepted, so the page is closed.');
  expect(await page.locator('#admin-form').isVisible()).toBe(true);
  expect(await page.locator('#tokens tr').count()).toBe(0);
  expect(faults).toEqual([]);
});

test.each([
  ['/admin', 'A token cannot contain these characters. Check what you pasted.'],
  ['/admin?lang=fr', 'Un jeton ne peut pas contenir ces caractères. Vérifiez ce que vous avez collé.'],
])('at %s, a token with other letters is not said to have been sent', async (path, sentence) => {
  const { page } = await browser.window();
  await enter(page, 'жетон-админа', path);
  await expect.poll(() => said(page)).toBe(sentence);
});

test('the status of a partner refuses a token with other letters, too', async () => {
  const { page } = await browser.window();
  await enter(page, 'жетон', '/partner-status');
  await expect.poll(() => page.locator('#partner-status-live').textContent()).toMatch(/token/i);
});

test.each([
  ['/admin', 'No partners are configured: this registry answers alone.'],
  ['/admin?lang=fr', 'Aucun partenaire n’est configuré\u00a0: ce registre répond seul.'],
])('at %s, a registry without partners says so', async (path, sentence) => {
  const { page } = await browser.window();
  await openDesk(page, path);
  expect(await page.locator('#partners').textContent()).toBe(sentence);
});
