/** Which entries of the audit log are asked for. */

import { expect, test } from 'vitest';
import { readAuditFilter } from '../../../src/domain/federation/audit-log.ts';

const read = (text: string) => readAuditFilter(new URLSearchParams(text));

test.each([
  ['partner=%20fly%20&state=failed&day=2026-03-01', { partner: 'fly', state: 'failed', day: '2026-03-01' }],
  ['partner=%20&state=&day=', { partner: undefined, state: undefined, day: undefined }],
  [`partner=${'x'.repeat(200)}`, { partner: 'x'.repeat(200) }],
])('%s asks for %j', (text, filter) => {
  expect(read(text)).toMatchObject(filter);
});

test.each([`partner=${'x'.repeat(201)}`, 'state=well', 'day=2026-02-30', 'size=0', 'size=201', 'before=x'])(
  '%s is refused',
  (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'parameter-invalid' }));
  },
);
