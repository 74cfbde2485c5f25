/** How the federated routes answer their failures: as problem documents (RFC 9457), one example for each. */

import { STATUS_CODES } from 'node:http';
import { type ErrorCode, type ErrorDetails, RegistryError } from '../../domain/errors.ts';
import { type Failure, failureResponses, OPENAPI_RESPONSES } from './openapi-responses.ts';
import { type Json, ref } from './openapi-shapes.ts';

const PROBLEM_TYPE = 'application/problem+json';
const PARTNER = { origin: 'Partner B' };

/** What only the federated routes can answer: when it occurs, and what its sentence is filled with in the example. */
const OWN_FAILURES = {
  'unknown-origin': ['A registry is named that is not asked from here', { found: 'nope', allowed: 'local, partner-b' }],
  'paging-conflict': [
    'Something to page by is given where it cannot be',
    { found: 'page', hint: 'A streamed search holds every record; ask for application/json to get pages.' },
  ],
  'cursor-invalid': ['The cursor was changed, or comes from elsewhere', {}],
  'cursor-of-another-question': ['The cursor came with other parameters', {}],
  'origin-access-denied': ['The registry keeps the record from the caller', PARTNER],
  'origin-record-unknown': ['The registry has no such record', PARTNER],
  'origin-unsupported': ['The version of the registry cannot be asked this', { ...PARTNER, reason: 'is too old' }],
  'origin-failed': ['The registry gave no usable answer', { ...PARTNER, reason: 'refuses connections' }],
  'origin-unavailable': ['The registry is busy or resting', { ...PARTNER, reason: 'rests after several failures' }],
  'origin-timed-out': ['The registry did not answer in time', { ...PARTNER, reason: 'did not answer within 3 s' }],
} satisfies Partial<Record<ErrorCode, readonly [when: string, details: ErrorDetails]>>;

type OwnFailure = keyof typeof OWN_FAILURES;
export type FederatedFailure = Failure | OwnFailure;

type Example = { summary: string; value: unknown };
type Described = { headers?: Json; examples: Record<string, Example> };

/** The failures every route has in common, for `components.responses`. */
export const FEDERATED_RESPONSES: Json = {
  AddressInvalid: problem(400, describedBy(OPENAPI_RESPONSES.AddressInvalid)),
  TokenRefused: problem(401, describedBy(OPENAPI_RESPONSES.TokenRefused)),
  MethodNotAllowed: problem(405, describedBy(OPENAPI_RESPONSES.MethodNotAllowed)),
  NotAcceptable: problem(406, {
    examples: {
      'not-acceptable': {
        summary: 'The `Accept` header excludes what is offered',
        value: new RegistryError('not-acceptable', { offered: 'application/json' }).message,
      },
    },
  }),
  AddressTooLong: problem(414, describedBy(OPENAPI_RESPONSES.AddressTooLong)),
  ApiDisabled: problem(503, describedBy(OPENAPI_RESPONSES.ApiDisabled)),
};

/** References to the common failures, by status. */
export const FEDERATED_COMMON_FAILURES: Json = {
  400: { $ref: '#/components/responses/AddressInvalid' },
  401: { $ref: '#/components/responses/TokenRefused' },
  405: { $ref: '#/components/responses/MethodNotAllowed' },
  406: { $ref: '#/components/responses/NotAcceptable' },
  414: { $ref: '#/components/responses/AddressTooLong' },
  503: { $ref: '#/components/responses/ApiDisabled' },
};

/** The responses, by status, of the failures named. */
export function problemResponses(failures: readonly FederatedFailure[]): Json {
  const byStatus = new Map<number, Record<string, Example>>();
  const add = (status: number, examples: Record<string, Example>) =>
    byStatus.set(status, { ...byStatus.get(status), ...examples });
  for (const failure of failures) {
    if (isOwn(failure)) {
      const [summary, details] = OWN_FAILURES[failure];
      const { status, message } = new RegistryError(failure, details);
      add(status, { [failure]: { summary, value: message } });
      continue;
    }
    for (const [status, response] of Object.entries(failureResponses([failure], ''))) {
      add(Number(status), describedBy(response as Json).examples);
    }
  }
  return Object.fromEntries([...byStatus].map(([status, examples]) => [status, problem(status, { examples })]));
}

function isOwn(failure: FederatedFailure): failure is OwnFailure {
  return typeof failure === 'string' && failure in OWN_FAILURES;
}

/** The headers and examples of a response of the registry API, whatever their form there. */
function describedBy(response: Json): Described {
  const { headers, content } = response as { headers?: Json; content: Record<string, Pick<Described, 'examples'>> };
  const examples = Object.assign({}, ...Object.values(content).map((body) => body.examples)) as Described['examples'];
  return { ...(headers ? { headers } : {}), examples };
}

function problem(status: number, { headers, examples }: Described): Json {
  const problems = Object.entries(examples).map(([code, { summary, value }]) => {
    const detail = typeof value === 'string' ? value : (value as { message: string }).message;
    return [code, { summary, value: { type: 'about:blank', title: STATUS_CODES[status], status, detail, code } }];
  });
  return {
    description: Object.values(examples)
      .map(({ summary }) => `${summary}.`)
      .join(' '),
    ...(headers ? { headers } : {}),
    content: { [PROBLEM_TYPE]: { schema: ref('Problem'), examples: Object.fromEntries(problems) } },
  };
}
