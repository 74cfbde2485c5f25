/** The trials that a demonstration offers on its start page. Other registries have none. */

import { type Html, html } from './html.ts';
import { linkTo, type WholeView } from './view.ts';

const TRIAL_KINDS = ['slow', 'down', 'withheld', 'list'] as const;

export type Trial = {
  kind: (typeof TRIAL_KINDS)[number];
  /** The page that shows it, from the root; `params` is its question. */
  page: 'search' | 'genes';
  params: Readonly<Record<string, string>>;
  /** Prepares the trial. If it is set, `try/KIND` runs it and redirects to the page. */
  prepare?: () => Promise<void>;
};

export function trialsOf(view: WholeView, trials: readonly Trial[] = []): Html | undefined {
  const { words } = view;
  if (trials.length === 0) return undefined;
  return html`<h2 id="trials-title">${words.start.trials}</h2>
<ul class="examples" aria-labelledby="trials-title">${trials.map((trial) => html`<li>${wayTo(view, trial)}</li>`)}</ul>`;
}

/**
 * Returns a link or a form. A list of genes is sent in the body, as from the page of lists, and a trial with preparation
 * changes something, so neither is a link.
 */
function wayTo(view: WholeView, { kind, page, params, prepare }: Trial): Html {
  const { title, means } = view.words.start.trialKinds[kind];
  const text = html`<strong>${title}</strong> <span>${means}</span>`;
  if (prepare === undefined && page === 'search') {
    return html`<a href="${linkTo(view, page, new URLSearchParams(params))}">${text}</a>`;
  }
  const fields = prepare === undefined ? Object.entries(params) : [];
  const action = linkTo(view, prepare === undefined ? page : `try/${kind}`);
  return html`<form method="post" action="${action}">${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button type="submit">${text}</button></form>`;
}
