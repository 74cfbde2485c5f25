/** An error as a page, in the reader's language, with what exactly was wrong as the registry words it. */

import { html } from '../html.ts';
import { linkTo } from '../parts/view.ts';
import { layout, type PageView } from './layout.ts';

export function errorPage(view: PageView, { status, message }: { status: number; message: string }): string {
  const { words } = view;
  const isExact = words.lang === 'en';
  const sentences: Readonly<Record<number, string>> = words.errors;
  return layout(view, {
    title: words.error,
    main: html`<h1>${words.error}</h1>
${
  isExact
    ? html`<p>${message}</p>`
    : html`<p class="error">${sentences[status] ?? words.errors[500]}</p>
<p class="original" lang="en" dir="auto">${message}</p>`
}
<p class="help">${words.status(status)}</p>
<p><a href="${linkTo(view, '')}">${words.backToSearch}</a></p>`,
  });
}
