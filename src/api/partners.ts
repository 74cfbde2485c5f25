/** The partners of this registry, and how each fares. */

import type { ReasonCode } from './reasons.ts';
import {
  anyMembers,
  flag,
  int,
  list,
  long,
  map,
  named,
  optional,
  orNull,
  record,
  schema,
  text,
  time,
  uri,
  word,
} from './schema.ts';

const CODE = {
  code: schema<ReasonCode>(text('The same for programs, as in `OriginProblem`.')),
  params: schema<object>(anyMembers('What differs from case to case, as far as `title` says it.')),
};
const PROBLEM = {
  title: text('A few words that read on after its name.'),
  ...CODE,
};

export const PartnerFailure = record('PartnerFailure', 'When a partner last failed, and how; null when it did not.', {
  at: time('When.'),
  ...PROBLEM,
});

export const PartnerProblem = record('PartnerProblem', 'What is wrong with a partner; null while nothing is.', {
  ...PROBLEM,
});

export const ClaimedOrigin = record(
  'ClaimedOrigin',
  'What a partner calls itself, which is shown nowhere else; null when it does not say.',
  {
    origin: orNull(text('Name.')),
    originUrl: orNull(text('Address.')),
  },
);

export const PartnerDetails = record('PartnerDetails', 'For administrators only.', {
  consecutiveFailures: int('Failures since it last answered.'),
  tokenState: word(['none', 'sent', 'refused'], 'What became of the token it is sent.'),
  lastProblem: orNull(text('Its last failure in a few words that read on after its name.')),
  problem: orNull(PartnerProblem),
  isThisRegistry: flag('Whether it is this registry itself, configured under another address. It is not asked then.'),
  versionLearnedAt: orNull(time('When its version was learned.')),
  saysItIs: orNull(ClaimedOrigin),
});

const PARTNER = {
  key: text('As `origins` takes it.'),
  name: text('As people read it.'),
  url: uri('Its address, without a trailing slash.'),
  version: orNull(text('Version of its API, as last learned.')),
  dialect: text('The form in which it is asked, by versions of RDP.'),
  state: word(
    ['well', 'failing', 'resting', 'unknown'],
    '`unknown` before the first question; `failing` if the last one failed, one kind of question fails, or every question is refused; `resting` after several failures.',
  ),
  restingUntil: orNull(time('When it will be asked again.')),
  lastAnswerAt: orNull(time('When it last answered.')),
  lastFailure: orNull(PartnerFailure),
  asked: long('Calls since this registry was started.'),
  answered: long('Those that were answered.'),
  reliability: orNull(
    schema<number>({
      type: 'number',
      description: 'Share of the last 100 calls that were answered; null before the first.',
      minimum: 0,
      maximum: 1,
    }),
  ),
};

export const Partner = record('Partner', 'A partner and its health.', {
  ...PARTNER,
  details: optional(PartnerDetails),
});

export const Partners = record('Partners', 'The partners of this registry.', {
  partners: list(Partner, 'In the order of the configuration.'),
});

export const TrendPoint = record('TrendPoint', 'A question to a partner, and how it fared.', {
  at: time('When it was decided.'),
  isAnswer: flag('Whether an answer came, whatever it said.'),
  elapsedMs: schema<number>({ type: 'number', description: 'Milliseconds.' }),
  title: orNull(text('What failed; null for an answer.')),
  code: orNull(CODE.code),
  params: orNull(CODE.params),
});

export const FailureCount = record('FailureCount', 'A kind of failure of a partner.', {
  title: text('What failed.'),
  ...CODE,
  count: int('How often.'),
  lastAt: time('When it was last so.'),
});

export const MemberFault = record(
  'MemberFault',
  'A member of records without a usable form, and never what stood there.',
  {
    member: text('Kind of record and path of the member.'),
    count: int('In how many records.'),
    lastAt: time('When it was last so.'),
  },
);

export const QuestionCounts = named(
  'QuestionCounts',
  map(int('Number of questions.'), 'Numbers of questions by kind, such as `genes-search`.'),
);

export const PartnerQuestions = record(
  'PartnerQuestions',
  'How many questions of each kind went either way since the start.',
  {
    sent: QuestionCounts,
    came: QuestionCounts,
  },
);

/** Generated clients have the name that the documents give it, which therefore stays in all versions 1.x. */
export const PartnerStatus = record('LookingGlass', 'The status of a partner here, for its operators.', {
  ...PARTNER,
  details: PartnerDetails,
  trend: list(TrendPoint, 'The last 100 questions, the oldest first.'),
  failures: list(FailureCount, 'The kinds of failure among them, the most frequent first.'),
  faults: list(MemberFault, 'Members of its records that had no usable form since the start, the most frequent first.'),
  tokenGoodAt: orNull(time('When it last accepted our token; null if it has not since the start.')),
  questions: PartnerQuestions,
});
