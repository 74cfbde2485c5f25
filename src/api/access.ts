/** Requests for access to a person whose name is withheld. */

import { optional, orNull, record, text, time, uri, uuid } from './schema.ts';

export const AccessRequest = record('AccessRequest', 'Who asks for access to which record, and why.', {
  anonymousId: uuid('The anonymous ID of a record of this registry.'),
  name: text('Who asks; cut after 200 characters.', { minLength: 1 }),
  organisation: optional(text('Where they work; cut after 200 characters.')),
  contact: text('One e-mail address.', { maxLength: 254 }),
  reason: text('Why they ask, for the person to read.', { minLength: 10, maxLength: 4000 }),
  language: optional(text('In which they are written to, `en` or `fr`; English for any other.')),
});

export const AccessReceipt = record(
  'AccessReceipt',
  'What the registry of the record answers to a request that it stores.',
  {
    reference: text('What its sender names the request by.'),
    receivedAt: time('When it came.'),
    confirmBy: orNull(time('The last moment to confirm the address; null if no message is sent.')),
    page: orNull(uri('The page of the request, if nothing has to be confirmed.')),
  },
  { additionalProperties: false },
);
