/** No website makes a reader send a form of this one: all routes that take forms refuse it. */

import { expect, test } from 'vitest';
import { mailTo } from '../support/registry/access-form.ts';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import { mountedRoutes } from '../support/server/mounted-routes.ts';

/** What mail programs send for their readers, from wherever these read mail. */
const ONE_CLICK = '/subscriptions/:token/one-click';

test('a form that comes from another website is refused at every address that takes one', async () => {
  // Of its own, as it sends mail: then it takes forms at every address.
  await using registry = await startAlpha(mailTo(9));
  const taking = (await mountedRoutes(registry)).filter(({ methods }) => methods.post).flatMap(({ path }) => path);
  const paths = taking.filter((path) => !path.startsWith('/api/') && path !== ONE_CLICK);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const { status } = await registry.get(path.replaceAll(':', ''), {
      method: 'POST',
      headers,
      body: new URLSearchParams(),
    });
    expect([path, status]).toEqual([path, 403]);
  }
});
