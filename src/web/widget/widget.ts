/** The element `<isearch-results>` for other websites: who works on a gene, in one script that needs nothing else. */

import type { AnswerLine, AnyFederatedUser, FederatedGene } from '../../client/federated-answers.ts';

{
  /** Answers that come within this time are shown together. */
  const SETTLE_MS = 400;
  const OBSERVED = ['symbol', 'taxon-id', 'ortholog-taxon-id', 'origins', 'src', 'lang'];
  const MOST_IN_LINE = 5_000_000;

  const STYLE = `
    :host { display: block; font: inherit; color: inherit; overflow-wrap: anywhere; }
    :host([hidden]) { display: none; }
    table { border-collapse: collapse; width: 100%; }
    caption { text-align: start; padding-block: .25em; }
    th, td { text-align: start; vertical-align: top; padding: .35em .6em .35em 0; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
    a { color: LinkText; }
    a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
    p { margin: .5em 0; }
  `;

  const WORDS = {
    en: {
      asking: 'Asking the registries…',
      columns: ['Researcher', 'Organisation', 'Gene', 'Registry'],
      caption: (symbol: string) => `Researchers who work on ${symbol}`,
      nobody: 'Nobody was found.',
      requestAccess: 'Request access',
      noName: 'Name not given',
      more: 'The whole search',
      missing: 'This element needs the attributes symbol and taxon-id.',
      failed: 'The registry could not be asked.',
      cut: 'The connection broke before the answer was whole.',
      whole: '', // The answer brings its sentence along.
      inPart: '',
    },
    fr: {
      asking: 'Interrogation des registres…',
      columns: ['Chercheur ou chercheuse', 'Établissement', 'Gène', 'Registre'],
      caption: (symbol: string) => `Qui travaille sur ${symbol}`,
      nobody: 'Personne n’a été trouvé.',
      requestAccess: 'Demander l’accès',
      noName: 'Nom non communiqué',
      more: 'La recherche entière',
      missing: 'Cet élément demande les attributs symbol et taxon-id.',
      failed: 'Le registre n’a pas pu être interrogé.',
      cut: 'La connexion s’est rompue avant la fin de la réponse.',
      whole: 'La réponse est complète.',
      inPart: 'La réponse n’est pas complète.',
    },
  };
  type Words = (typeof WORDS)['en'];
  type Line = AnswerLine<FederatedGene>;
  type Hit = { gene: FederatedGene; originKey: string };
  type Asked = { base: string; symbol: string; params: URLSearchParams };

  // Where this script came from is the registry to ask, unless `src` says otherwise.
  const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
  const home = script === '' ? '' : new URL('.', script).href;

  class IsearchResults extends HTMLElement {
    static readonly observedAttributes = OBSERVED;
    #leaving: AbortController | undefined;
    readonly #root = this.attachShadow({ mode: 'open' });

    connectedCallback() {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      this.#root.adoptedStyleSheets = [sheet];
      this.#start();
    }

    disconnectedCallback() {
      this.#leaving?.abort();
      this.#leaving = undefined;
    }

    attributeChangedCallback() {
      if (this.isConnected && this.#leaving !== undefined) this.#start();
    }

    #start() {
      this.#leaving?.abort();
      const leaving = new AbortController();
      this.#leaving = leaving;
      const words = wordsFor(this);
      const asked = readAsked(this);
      if (asked === undefined) return this.#root.replaceChildren(paragraph(words.missing, 'alert'));
      // Attributes that are set one after the other make one question.
      queueMicrotask(() => {
        if (!leaving.signal.aborted) void show(this.#root, asked, words, leaving.signal);
      });
    }
  }

  async function show(root: ShadowRoot, asked: Asked, words: Words, signal: AbortSignal): Promise<void> {
    const status = paragraph(words.asking, 'status');
    const rows = element('tbody');
    const table = element('table', {}, element('caption', {}, words.caption(asked.symbol)), head(words), rows);
    table.hidden = true;
    const more = element('p', {}, link(`${asked.base}search?${asked.params}`, words.more));
    root.replaceChildren(status, table, more);
    const waiting: Hit[] = [];
    let isSettling = true;
    const paint = () => {
      isSettling = false;
      // What is read stays where it is: rows that come later stand below.
      rows.append(...waiting.splice(0).map((hit) => row(hit, asked, words)));
      table.hidden = rows.childElementCount === 0;
    };
    const settle = setTimeout(paint, SETTLE_MS);
    try {
      for await (const line of lines(asked, signal)) {
        if (signal.aborted) return;
        if (line.type === 'part') {
          waiting.push(...line.content.map((gene) => ({ gene, originKey: line.origin.key })));
          if (!isSettling) paint();
        }
        if (line.type !== 'end') continue;
        paint();
        const sentence = line.complete ? words.whole : words.inPart;
        tell(status, sentence, line.complete && sentence !== '' ? '' : line.summary);
        if (rows.childElementCount === 0) status.after(paragraph(words.nobody));
        return;
      }
      throw new Error('no end line');
    } catch (error) {
      if (signal.aborted) return;
      paint();
      const reason = (error as Error).cause;
      tell(status, rows.childElementCount === 0 ? words.failed : words.cut, typeof reason === 'string' ? reason : '');
    } finally {
      clearTimeout(settle);
    }
  }

  /** What this element says, and after it what the registry says, in English. */
  function tell(status: HTMLElement, own: string, english: string): void {
    const told = element('span', { lang: 'en' }, english);
    status.replaceChildren(...(english === '' ? [own] : own === '' ? [told] : [own, ' ', told]));
  }

  /** Why the registry refuses to be asked so, for whoever wrote the attributes. */
  async function refusalIn(response: Response): Promise<string> {
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: unknown };
    return typeof detail === 'string' ? detail : '';
  }

  /** The lines of the stream; a line of an unreasonable length is an error. */
  async function* lines({ base, params }: Asked, signal: AbortSignal): AsyncGenerator<Line> {
    const address = `${base}api/federated/genes/search?${params}`;
    const response = await fetch(address, {
      headers: { Accept: 'application/x-ndjson' },
      credentials: 'omit',
      signal,
    });
    if (!response.ok || response.body === null) {
      throw new Error(`status ${response.status}`, { cause: await refusalIn(response) });
    }
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let pending = '';
    for (;;) {
      const { done, value } = await reader.read();
      pending += decoder.decode(value, { stream: !done });
      const whole = pending.split('\n');
      pending = whole.pop() ?? '';
      if (pending.length > MOST_IN_LINE) throw new Error('line too long');
      for (const text of whole) if (text.trim() !== '') yield JSON.parse(text) as Line;
      if (done) return;
    }
  }

  function row({ gene, originKey }: Hit, { base }: Asked, words: Words): HTMLElement {
    const user = gene.remoteUser;
    const origin = new URLSearchParams({ origin: originKey });
    const isHidden = typeof user.id !== 'number';
    const access = `${base}search/gene/by-anonymous-id/${encodeURIComponent(gene.anonymousId ?? '')}/request-access`;
    const who = isHidden
      ? gene.anonymousId
        ? link(`${access}?${origin}`, words.requestAccess)
        : text(words.noName)
      : link(`${base}userView/${user.id}?${origin}`, nameOf(user) || words.noName);
    const organism = gene.taxon.commonName ?? gene.taxon.scientificName ?? '';
    const ofGene = [gene.symbol, organism === '' ? '' : `(${organism})`].filter(Boolean).join(' ');
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, who),
      element('td', {}, text(isHidden ? '' : (user.organization ?? ''))),
      element('td', {}, text(ofGene)),
      element('td', {}, text(user.origin)),
    );
  }

  function nameOf({ name, lastName }: AnyFederatedUser): string {
    return lastName ? [lastName, name].filter(Boolean).join(', ') : (name ?? '');
  }

  function readAsked(host: HTMLElement): Asked | undefined {
    const symbol = host.getAttribute('symbol')?.trim() ?? '';
    const taxonId = host.getAttribute('taxon-id')?.trim() ?? '';
    const base = baseOf(host.getAttribute('src') ?? home);
    if (symbol === '' || !/^\d+$/.test(taxonId) || base === undefined) return undefined;
    const params = new URLSearchParams({ symbol, taxonId });
    const ortholog = host.getAttribute('ortholog-taxon-id')?.trim();
    if (ortholog) params.set('orthologTaxonId', ortholog);
    for (const key of host.getAttribute('origins')?.split(/[\s,]+/) ?? []) if (key) params.append('origins', key);
    return { base, symbol, params };
  }

  /** With a slash at its end; undefined unless it leads to a website. */
  function baseOf(address: string): string | undefined {
    if (!URL.canParse(address, document.baseURI)) return undefined;
    const { protocol, href } = new URL(address, document.baseURI);
    if (protocol !== 'https:' && protocol !== 'http:') return undefined;
    return href.replace(/[?#].*/s, '').replace(/\/*$/, '/');
  }

  function wordsFor(host: HTMLElement): Words {
    const lang = host.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
    return lang.toLowerCase().startsWith('fr') ? WORDS.fr : WORDS.en;
  }

  function head({ columns }: Words): HTMLElement {
    return element('thead', {}, element('tr', {}, ...columns.map((one) => element('th', { scope: 'col' }, one))));
  }

  function paragraph(words: string, role?: string): HTMLElement {
    return element('p', role === undefined ? {} : { role }, words);
  }

  function link(href: string, words: string): HTMLElement {
    return element('a', { href, rel: 'noopener' }, text(words));
  }

  /** Words of a registry, in whatever direction they run. */
  function text(words: string): HTMLElement {
    return element('bdi', {}, words);
  }

  function element(name: string, attributes: Record<string, string> = {}, ...content: (Node | string)[]): HTMLElement {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  }

  if (customElements.get('isearch-results') === undefined) customElements.define('isearch-results', IsearchResults);
}
