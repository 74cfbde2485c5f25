/** docs/configuration-keys.md, made of the schema of the configuration. */

import { configSchema } from '../../../src/config/config-keys.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';

type SchemaNode = {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly writeOnly?: boolean;
  readonly default?: unknown;
};
type Key = { readonly name: string; readonly node: SchemaNode };

const HEAD = `# Configuration keys

Every key of the configuration, what it may be, and its default. [configuration.md](configuration.md) says how to set a key.
[config/schema.json](../config/schema.json) has an example of each. This page is generated from that file.

- **Secret** keys may also come from a file, which the variable with \`_FILE\` at its end names.
- *1 to 60* is a whole number, *http address* an absolute http or https address without user name, query or fragment. Quote a text that YAML could read as
  something else.
- An empty default means unset; nothing under *Allowed* any text, or true and false.
`;

type Group = { readonly title: string; readonly prefixes: readonly string[]; readonly more: string };

const GROUPS: readonly Group[] = [
  {
    title: 'The server',
    prefixes: ['server'],
    more: '[behind a web server](install.md#behind-a-web-server), [several processes](run.md#several-processes)',
  },
  { title: 'The data', prefixes: ['database', 'state'], more: '[following an RDP database](follow.md)' },
  {
    title: 'The site',
    prefixes: ['app.site'],
    more: '[icons](configuration.md#icons), [other websites](website.md#what-a-website-may-read)',
  },
  {
    title: 'Partners and their tokens',
    prefixes: ['app.settings.isearch'],
    more: '[partners](federation.md), [their time](federation.md#time)',
  },
  {
    title: 'Searches and their people',
    prefixes: ['privacy', 'search', 'organs', 'contact', 'mail'].map((name) => `app.settings.${name}`),
    more: '[privacy](privacy.md), [requests for access](run.md#requests-for-access), [mail](run.md#mail)',
  },
  { title: 'Other programs', prefixes: ['app.settings.integrations'], more: '[integrations](integrations.md)' },
  {
    title: 'Memory and limits',
    prefixes: ['cache', 'limits'],
    more: '[cached answers](federation.md#cached-answers), [a cache in common](run.md#a-cache-in-common), [limits](run.md#what-is-refused-at-once)',
  },
  {
    title: 'What operators see',
    prefixes: ['tracing', 'audit-log', 'log'],
    more: '[traces](run.md#traces), [the audit log](run.md#audit-log), [the log](run.md#logs)',
  },
];

/** What the refusals of wrong values say at more length; the head of the page explains it. */
const SHORT: readonly (readonly [long: RegExp, short: string])[] = [
  [/absolute address that starts with http:\/\/ or https:\/\/, without user name, query or fragment/, 'http address'],
  [/text that is not empty(?:, in quotes where it could be read as something else)?/, 'text'],
  [/, with % and two digits for other signs in user and password/, ''],
  [/ that is not blank/, ''],
  [/,? \(?in quotes\)?/, ''],
  [/whole number from /, ''],
  [/host name or address to listen on, such as /, 'address, such as '],
  [
    / of at least 12 letters, digits or signs without blanks, or a map with name and token/,
    ' of at least 12 signs, or a map with name and token',
  ],
  [/ in the form (mysql|redis)/, ': $1'],
  [/, each entry (?:an? |the |one of )?/, ' of: '],
  [/^(?:an? (?!map)|the |one of )/, ''],
];

/** Returns the whole page. */
export function configurationKeysPage(): string {
  const keys = keysBelow(configSchema);
  const grouped = GROUPS.map(({ title, prefixes, more }) => {
    const own = keys.filter(({ name }) => prefixes.some((prefix) => name.startsWith(`${prefix}.`)));
    return { own, section: `\n## ${title}\n\nMore: ${more}.\n\n${tableOf('Key', own)}` };
  });
  const listed = grouped.flatMap(({ own }) => own);
  if (listed.length !== keys.length) throw new Error('A key of the configuration is in no group.');
  const members = Object.entries(partnerEntry()).map(([name, node]) => ({ name, node }));
  const partner = `\n## A partner\n\nThe members of an entry of \`app.settings.isearch.apis\`. \`url\` is the one that must be there.\n\n${tableOf('Member', members)}`;
  return HEAD + grouped.map(({ section }) => section).join('') + partner;
}

function partnerEntry(): Readonly<Record<string, SchemaNode>> {
  const apis = keysBelow(configSchema).find(({ name }) => name === 'app.settings.isearch.apis');
  return apis?.node.items?.properties ?? {};
}

function keysBelow(node: SchemaNode, path: readonly string[] = []): readonly Key[] {
  if (node.properties === undefined) return [{ name: path.join('.'), node }];
  return Object.entries(node.properties).flatMap(([key, child]) => keysBelow(child, [...path, key]));
}

function tableOf(title: string, keys: readonly Key[]): string {
  const rows = keys.map(({ name, node }) => {
    const cells = [`\`${name}\``, meaningOf(node), allowedIn(node), defaultOf(node)];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  });
  return `| ${title} | Meaning | Allowed | Default |\n|---|---|---|---|\n${rows.join('')}`;
}

function meaningOf({ description = '', writeOnly = false }: SchemaNode): string {
  const text = writeOnly ? description.replace(/^Secret (\w)/, (_, first: string) => first.toUpperCase()) : description;
  return writeOnly ? `**Secret.** ${text}` : text;
}

/** What the refusal of a wrong value says is allowed, in short. */
function allowedIn(node: SchemaNode): string {
  const [problem] = compileCheck(node)({ wrong: {} });
  const allowed = SHORT.reduce((text, [long, short]) => text.replace(long, short), problem?.allowed ?? '');
  return ['text', 'true or false'].includes(allowed) ? '' : allowed;
}

function defaultOf({ default: value }: SchemaNode): string {
  if (value === undefined) return '';
  return `\`${Array.isArray(value) ? `[${value.join(', ')}]` : value}\``;
}
