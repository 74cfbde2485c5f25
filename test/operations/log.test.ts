/** What never stands in the log: e-mails and tokens, wherever in a text. */

import { expect, test } from 'vitest';
import { hideSecrets } from '../../src/operations/log.ts';
import { computingTime } from '../support/machine/stopwatch.ts';

test.each([
  ['from ada@example.org.', 'from [e-mail hidden].'],
  ['<ada.l@mail.example.org>, "b@c.example"', '<[e-mail hidden]>, "[e-mail hidden]"'],
  ['a@b.example1x@d.example', '[e-mail hidden]@d.example'],
  ['a@b.example@d.example', '[e-mail hidden]@d.example'],
  ['no@host, a host.example and @example.org', 'no@host, a host.example and @example.org'],
  ['GET /api/genes?auth=secret&size=1', 'GET /api/genes?auth=[hidden]&size=1'],
  ['Authorization: Bearer secret', 'Authorization: Bearer [hidden]'],
])('the log has no secret of: %s', (text, shown) => {
  expect(hideSecrets(text)).toBe(shown);
});

test('a text of 200 kB without any is read in a moment', () => {
  const text = 'a'.repeat(200_000);
  const tookMs = computingTime();
  expect(hideSecrets(text)).toBe(text);
  expect(tookMs()).toBeLessThan(200);
});
