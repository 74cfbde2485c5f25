/** The state of the partners as OpenAPI 3.1 schemas; the details are for administrators. */

import * as example from './federated-openapi-examples.ts';
import { toOpenApi31 } from './federated-openapi-records.ts';
import { arrayOf, integer, type Json, orNull, record, ref, text } from './openapi-shapes.ts';

const TIME = { format: 'date-time' };

const SCHEMAS: Record<string, Json> = {
  Partners: record(
    'The partners of this registry.',
    { partners: arrayOf(ref('Partner'), 'In the order of the configuration.') },
    example.PARTNERS,
  ),
  Partner: record(
    'A partner and how it fares.',
    {
      key: text('As `origins` takes it.'),
      name: text('As people read it.'),
      url: text('Its address, without a trailing slash.', { format: 'uri' }),
      version: orNull(text('Version of its API, as last learned.')),
      dialect: text('In the words of which version it is asked.'),
      state: text(
        '`unknown` before the first question; `failing` since the last one; `resting` after several failures.',
        {
          enum: ['well', 'failing', 'resting', 'unknown'],
        },
      ),
      restingUntil: orNull(text('When it will be asked again.', TIME)),
      lastAnswerAt: orNull(text('When it last answered.', TIME)),
      lastFailure: orNull(
        record('When it last failed, and how.', {
          at: text('When.', TIME),
          title: text('A few words that read on after its name.'),
        }),
      ),
      asked: integer('Calls since this registry was started.', { format: 'int64' }),
      answered: integer('Those that were answered.', { format: 'int64' }),
      reliability: orNull({
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'Share of the last 100 calls that were answered; null before the first.',
      }),
      details: record('For administrators only.', {
        consecutiveFailures: integer('Failures since it last answered.'),
        tokenState: text('What became of the token it is sent.', { enum: ['none', 'sent', 'refused'] }),
        lastProblem: orNull(text('Its last failure in one sentence.')),
        versionLearnedAt: orNull(text('When its version was learned.', TIME)),
        saysItIs: orNull(
          record('What it calls itself, which is shown nowhere else.', {
            origin: orNull(text('Name.')),
            originUrl: orNull(text('Address.')),
          }),
        ),
      }),
    },
    undefined,
    ['details'],
  ),
};

export const PARTNER_SCHEMAS: Json = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => [name, toOpenApi31(schema)]),
);
