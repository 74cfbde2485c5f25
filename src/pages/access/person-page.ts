/** The page for the person whom a request for access is about: the request, and a form to answer it once. */

import {
  confirmationOf,
  PERSON_CHOICES,
  type PersonAnswerProblem,
  type PersonChoice,
  type PersonForm,
  type RequestToPerson,
  WEEKS,
} from '../../domain/contact/person-plan.ts';
import { LONGEST_ANSWER_ADDRESS, LONGEST_ANSWER_NAME, LONGEST_NOTE } from '../../domain/contact/request-step.ts';
import { momentIn, timeElement } from '../parts/dates.ts';
import { selectField } from '../parts/form-fields.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, type PageView } from '../parts/layout.ts';
import type { AllWords } from '../words/words.ts';

export type PersonAnswerPage =
  | {
      outcome: 'open';
      request: RequestToPerson;
      /** How many further requests wait for this person. */
      waiting: number;
      /** The values to correct; empty at first. */
      form: PersonForm;
      problems: readonly PersonAnswerProblem[];
    }
  | { outcome: 'done'; choice: PersonChoice }
  | { outcome: keyof AllWords['answering']['closed'] };
type OpenPage = Extract<PersonAnswerPage, { outcome: 'open' }>;

/** Returns the request and the form, or the reason why there is nothing to answer. */
export function personPage(view: PageView, page: PersonAnswerPage): string {
  const heading = view.words.answering.heading(page.outcome === 'open' ? page.request.symbol : undefined);
  return layout(view, {
    title: heading,
    main: html`<h1>${heading}</h1>
${contentOf(view, page)}`,
  });
}

function contentOf(view: PageView, page: PersonAnswerPage): Html {
  const { words, site } = view;
  const { answering } = words;
  if (page.outcome === 'done') return html`<p id="answered" role="status">${answering.done[page.choice]}</p>`;
  if (page.outcome !== 'open') {
    return html`<p class="error" id="closed" role="alert">${answering.closed[page.outcome](site.shortname)}</p>
${site.contactEmail !== undefined && html`<p><a href="mailto:${site.contactEmail}">${site.contactEmail}</a></p>`}`;
  }
  return html`<p>${answering.about(site.shortname)}</p>
${requestPart(words, page)}
${answerForm(view, page)}`;
}

function requestPart(words: AllWords, { request, waiting }: OpenPage): Html {
  const { access, answering } = words;
  const { reference, receivedAt, name, organisation, contact, isConfirmed, symbol, reason } = request;
  const row = (title: string, value: Html | string) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`;
  return html`<section aria-labelledby="request"><h2 id="request">${answering.request}</h2>
<dl>${row(access.reference, html`<strong class="reference">${reference}</strong>`)}${row(access.receivedAt, timeElement(receivedAt, momentIn(receivedAt)))}${symbol !== undefined && row(access.worksOn, html`<bdi>${symbol}</bdi>`)}${row(answering.theirName, html`<bdi>${name}</bdi>`)}${organisation !== '' && row(answering.theirOrganisation, html`<bdi>${organisation}</bdi>`)}${row(answering.theirAddress, html`<bdi>${contact}</bdi>${!isConfirmed && html` (${answering.notConfirmed})`}`)}<div><dt>${answering.theirReason}</dt><dd class="text" dir="auto">${reason}</dd></div></dl>
${waiting > 0 && html`<p class="help">${answering.others(waiting)}</p>`}</section>`;
}

/** Returns the form. No choice is preselected, and the text that the person must type to confirm is not filled in. */
function answerForm(view: PageView, page: OpenPage): Html {
  const { words, root, path, params, site } = view;
  const { answering } = words;
  const { form, request, problems } = page;
  const query = params.size === 0 ? '' : `?${params}`;
  const line = (name: 'name' | 'address', longest: number) =>
    html`<p class="field"><label for="${name}">${answering[name]}</label><input id="${name}" name="${name}" maxlength="${longest}" autocomplete="off" value="${form[name]}"></p>`;
  const weeks = WEEKS.map((count) => ({ value: String(count), text: answering.inWeeks(count) }));
  return html`${
    problems.length > 0 &&
    html`<div class="error" id="problems" role="alert" tabindex="-1">${problems.map((problem) => html`<p>${answering.problems[problem]}</p>`)}</div>`
  }
<form method="post" id="answer-form" action="${root}${path}${query}">
<fieldset><legend>${answering.question}</legend>
${PERSON_CHOICES.map((choice) => html`<p class="choice"><label><input type="radio" name="choice" value="${choice}" required> ${answering.choices[choice]}</label></p>`)}
</fieldset>
<fieldset data-for="accept"><legend>${answering.toAccept}</legend>
${line('name', LONGEST_ANSWER_NAME)}${line('address', LONGEST_ANSWER_ADDRESS)}</fieldset>
<fieldset data-for="not-now"><legend>${answering.ifNotNow}</legend>
${selectField({ id: 'weeks', name: 'weeks', label: answering.weeks, value: '' }, [{ value: '', text: answering.chooseWeeks }, ...weeks])}
<p class="choice"><label><input type="checkbox" name="isShown" value="yes"> ${answering.isShown}</label></p></fieldset>
<p class="field"><label for="words">${answering.words}</label><textarea id="words" name="words" rows="3" maxlength="${LONGEST_NOTE}" aria-describedby="words-help">${form.words}</textarea>
<span class="help" id="words-help">${answering.wordsHelp(site.shortname)}</span></p>
<p class="field"><label for="typed">${answering.typed(confirmationOf(request.reference))}</label><input id="typed" name="typed" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false"></p>
<p><button type="submit">${answering.send}</button></p>
<p class="help">${answering.once}</p>
</form>`;
}
