/** Where a record of a federated answer leads: to the profile, or to the form that asks for access. */

import { expect, test } from 'vitest';
import { recordStamps } from '../../../src/domain/federation/record-links.ts';

const HERE = 'https://registry.example.org';
const FLY = { key: 'fly', url: 'https://fly.example.org' };

test.each([
  ['a named record', { id: 0 }, { page: `${HERE}/userView/0?origin=fly`, profile: `${FLY.url}/userView/0` }],
  [
    'an anonymised one',
    { id: 7, anonymousId: 'x' },
    { requestAccess: `${HERE}/search/gene/by-anonymous-id/x/request-access?origin=fly` },
  ],
  ['one without an id', { id: null, anonymousId: null }, {}],
])('%s leads to what there is of it', (_, ids, links) => {
  expect(recordStamps(FLY, HERE)(ids)).toEqual({ originKey: 'fly', links });
});
