/**
 * The pages of `/docs` that answers lead to: errors (`type` of a problem), reasons of a registry (`code` of its
 * problem), and deprecated names (`rel="deprecation"`). The first two are made of docs/errors.md and docs/reasons.md,
 * the last of the declarations of the API. Each is made at its first request.
 */

import { readFile } from 'node:fs/promises';
import { type RequestHandler, Router } from 'express';
import { once } from '../../domain/memoize.ts';
import { DEPRECATED_PAGE } from '../reply/deprecation.ts';
import { ERRORS_PAGE } from '../reply/error-reply.ts';
import { refuseOtherMethods } from '../reply/methods.ts';
import { replyWithTagged } from '../reply/replies.ts';
import { addHeaders } from '../reply/reply-headers.ts';
import { docsPolicy, styleHash } from '../reply/safety-headers.ts';
import { entityTagOf } from '../request/entity-tags.ts';

/** What each reason means why a registry gave no full answer. */
const REASONS_PAGE = '/docs/reasons';
const STYLE =
  ':root{color-scheme:light dark}body{max-width:46em;margin:auto;padding:1em;font-family:sans-serif;line-height:1.5;overflow-wrap:anywhere}:target{outline:2px solid;outline-offset:.3em}';

/** Makes the routes, with full paths. */
export function docsPages(): Router {
  const policy = docsPolicy([styleHash(STYLE)]);
  const routes = Router();
  const mount = (path: string, title: string, read: () => Promise<string>): void => {
    const made = once(async () => {
      const body = Buffer.from(pageOf(title, await read()));
      return { body, tag: entityTagOf(body) };
    });
    const show: RequestHandler = async (req, res) => {
      const page = await made();
      addHeaders(res, policy);
      await replyWithTagged(req, res, 'text/html; charset=utf-8', page);
    };
    routes.get(path, show);
    routes.all(path, refuseOtherMethods());
  };
  mount(ERRORS_PAGE, 'Errors', async () => {
    return errorsIn(await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8'));
  });
  mount(REASONS_PAGE, 'Reasons of a registry', async () => {
    return reasonsIn(await readFile(new URL('../../../docs/reasons.md', import.meta.url), 'utf8'));
  });
  mount(DEPRECATED_PAGE, 'Deprecated parameters and addresses', deprecated);
  return routes;
}

function pageOf(title: string, content: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style>`;
  const links = '<p><a href="./">Registry API</a> · <a href="./?federated">Federated API</a></p>';
  return `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${title}</h1>${links}${content}</main></body></html>`;
}

const HEADING = /^## (.*)$/;
/** The head of the column of codes. */
const CODE = /^(?:`code`|Code)$/;
const ROW = /^\| `([a-z0-9-]+)` \| (\d{3}) \w+ \| (.+)$/;

/** Returns the errors of the manual, each under its code, which is the fragment of its address. */
function errorsIn(manual: string): string {
  const pieces: string[] = [];
  let heading = '';
  for (const line of manual.split('\n')) {
    const [, title] = HEADING.exec(line) ?? [];
    const [, code, status, rest = ''] = ROW.exec(line) ?? [];
    if (title !== undefined) heading = `<h2>${inline(title)}</h2>`;
    if (code === undefined) continue;
    const [sentence = '', means = '', then = ''] = rest.split('|').map((cell) => cell.trim());
    const help = then === '' ? '' : `<br>What to do: ${inline(then)}.`;
    pieces.push(
      `${heading}<section id="${code}"><h3><code>${code}</code></h3><p>${status}: <q>${inline(sentence)}</q><br>It means: ${inline(means)}.${help}</p></section>`,
    );
    heading = '';
  }
  return pieces.join('');
}

/** Returns the reasons of the manual, each under its code; several codes may share a row. */
function reasonsIn(manual: string): string {
  const pieces = ['<p>“You” run this registry, “they” run the partner.</p>'];
  let columns: string[] = [];
  for (const line of manual.split('\n')) {
    const [, title] = HEADING.exec(line) ?? [];
    if (title !== undefined) pieces.push(`<h2>${inline(title)}</h2>`);
    const cells = line.split('|').map((cell) => cell.trim());
    const isHead = cells.some((cell) => CODE.test(cell));
    if (isHead) columns = cells.map((cell) => cell.replace(CODE, 'code'));
    const cellOf = (column: string) => cells[columns.indexOf(column)] ?? '';
    const codes = [...cellOf('code').matchAll(/`([a-z0-9-]+)`/g)].map(([, code = '']) => code);
    if (codes.length === 0 || isHead) continue;
    const sentences = [
      ...[
        ['It', 'It '],
        ['Which means', 'It means: '],
        ['`params`', '<code>params</code>: '],
        ['To do', 'To do: '],
      ],
    ].flatMap(([column = '', before = '']) => (cellOf(column) === '' ? [] : [`${before}${inline(cellOf(column))}.`]));
    const names = codes.map((code) => `<code id="${code}">${code}</code>`);
    pieces.push(`<section><h3>${names.join(', ')}</h3><p>${sentences.join('<br>')}</p></section>`);
  }
  return pieces.join('');
}

/** Returns text of the manual as HTML. Its links lead to pages that this registry does not serve, so their text alone stays. */
function inline(text: string): string {
  return escaped(text)
    .replace(/\[([^\][]{1,200})\]\([^()]{1,200}\)/g, '$1')
    .replace(/`([^`]{1,200})`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Returns the deprecated parameters of both APIs and the deprecated addresses, with what takes their place. */
async function deprecated(): Promise<string> {
  const { OF_QUESTIONS } = await import('../../api/parameters.ts');
  const gone = OF_QUESTIONS.filter(({ deprecated }) => deprecated);
  const rows = gone.map(({ name, description }) => [name, description] as const);
  const auth = [
    'auth',
    'Send the token in `Authorization: Bearer` (deprecated since 1.4.0): addresses end up in logs.',
  ];
  const partnerStatus = [
    'looking-glass',
    'The address `/looking-glass` leads to `/partner-status`, which is its present name.',
  ];
  const items = [auth, ...rows, partnerStatus].map(
    ([name = '', description = '']) =>
      `<section id="${name}"><h2><code>${name}</code></h2><p>${inline(description)}</p></section>`,
  );
  const about =
    '<p>All of these still work. An answer to <code>auth</code>, <code>tier</code> or a deprecated address has two headers: <code>Deprecation</code> (RFC 9745) says since when, and <code>Link</code> gives the address to use instead (<code>successor-version</code>). No end is decided for any of them, so no <code>Sunset</code> (RFC 8594) is sent: registries with older versions still ask with them.</p>';
  return `${about}${items.join('')}`;
}
