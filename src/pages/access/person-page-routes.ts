/** The page behind the link in a message: a person answers a request for access to their own record there. */

import { type Request, type Response, Router } from 'express';
import {
  type PersonAnswerProblem,
  type PersonChoice,
  type PersonForm,
  readPersonAnswer,
} from '../../domain/contact/person-plan.ts';
import type { RequestState } from '../../domain/contact/request-step.ts';
import type { PersonPage } from '../../registry/accounts/forwarded-requests.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { READ_AND_SENT, refuseOtherMethods } from '../../server/reply/methods.ts';
import { fieldsOf, formFields, fromOwnPage } from '../../server/request/request-body.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { allowReferrer } from '../server/came-from.ts';
import { type RecordViewOptions, replyWithPage, viewOf } from '../server/page-replies.ts';
import { type PersonAnswerPage, personPage } from './person-page.ts';

/** Starts to write, in the background, to the people whom requests are about, if they are due. */
export type WriteToPeople = () => void;

export type PersonPageOptions = Pick<RecordViewOptions, 'site'> & {
  forwardedRequests: Pick<LocalRegistry['forwardedRequests'], 'page' | 'answer'>;
  /** Undefined if there is no mail server. */
  writeToPeople: WriteToPeople | undefined;
  /** The public address of this registry. */
  host: string;
};

const PERSON_PAGE_PATH = '/answer/:link';
const NOTHING_GIVEN = { name: '', address: '', words: '' };

const STATUSES: Record<PersonAnswerPage['outcome'], number> = {
  ...{ open: 200, done: 200 },
  ...{ unknown: 404, gone: 404, used: 410, expired: 410, 'person-gone': 410 },
};
const CHOICES: Partial<Record<RequestState, PersonChoice>> = {
  accepted: 'accept',
  'not-now': 'not-now',
  declined: 'decline',
};

/** Makes the routes. Opening the page changes nothing, and neither does sending the form without a choice. */
export function personPageRoutes({ site, forwardedRequests, writeToPeople, host }: PersonPageOptions): Router {
  const routes = Router();

  function show(req: Request, res: Response, page: PersonAnswerPage): Promise<void> {
    allowReferrer(res);
    const view = viewOf(req, readAddress(req.originalUrl).params, site);
    const isMistaken = page.outcome === 'open' && page.problems.length > 0;
    return replyWithPage(req, res, isMistaken ? 400 : STATUSES[page.outcome], personPage(view, page));
  }

  routes.get(PERSON_PAGE_PATH, async (req, res) => {
    await show(req, res, shown(await forwardedRequests.page(String(req.params.link))));
  });

  routes.post(PERSON_PAGE_PATH, fromOwnPage(host), formFields(), async (req, res) => {
    const link = String(req.params.link);
    const page = await forwardedRequests.page(link);
    if (page.state !== 'open') return show(req, res, shown(page));
    const about = { reference: page.request.reference, now: Date.now() };
    const { form, problems, step } = readPersonAnswer(fieldsOf(req.body), about);
    if (step === undefined) return show(req, res, openPage(page, form, problems));
    const outcome = await forwardedRequests.answer(link, step);
    if (outcome !== 'answered') return show(req, res, shown(outcome));
    try {
      await show(req, res, { outcome: 'done', choice: CHOICES[step.state] ?? 'decline' });
    } finally {
      writeToPeople?.();
    }
  });

  routes.all(PERSON_PAGE_PATH, refuseOtherMethods(READ_AND_SENT));
  return routes;
}

function shown(page: PersonPage): PersonAnswerPage {
  return page.state === 'open' ? openPage(page, NOTHING_GIVEN, []) : { outcome: page.state };
}

function openPage(
  { request, waiting }: Extract<PersonPage, { state: 'open' }>,
  form: PersonForm,
  problems: readonly PersonAnswerProblem[],
): PersonAnswerPage {
  return { outcome: 'open', request, waiting, form, problems };
}
