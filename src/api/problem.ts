/** The bodies of errors (rdp-protocol 1.14, RFC 9457). */

import { int, record, text, time } from './schema.ts';

export const ErrorDocument = record('ErrorDocument', 'Why a request could not be understood or served.', {
  timestamp: time('When.'),
  status: int('HTTP status.'),
  error: text('Its name.'),
  path: text('The path that was asked for.'),
  message: text('What was wrong, and what is allowed.'),
});

export const Problem = record('Problem', 'An error (RFC 9457).', {
  type: text('What kind of problem it is.', { format: 'uri-reference' }),
  title: text('The same in a few words.'),
  status: int('HTTP status.'),
  detail: text('What was wrong, what was found, and what is allowed.'),
  code: text('Stable name of the error; every one is explained in the documentation.'),
});
