/** docs/api-parameters.md, made of the two OpenAPI documents. */

import * as federated from '../../server/routes/federated-openapi-reader.ts';
import * as own from '../../server/routes/openapi-reader.ts';

type Parameter = Pick<own.Parameter, 'name' | 'in' | 'description' | 'schema'> &
  Partial<Pick<own.Parameter, 'required' | 'deprecated'>>;
type Row = { names: string[]; meaning: string };

const HEAD = `# Parameters of the API

What every address takes. This page is generated from the OpenAPI documents, \`/api\` and \`/api/federated\`. [api.md](api.md) explains the
addresses over all registries, [registry-api.md](registry-api.md) those of this registry alone. An address that is not here takes no parameters.
`;

/** Returns the whole page. A parameter that an earlier address has too is a link to it. */
export function parametersPage(): string {
  const shared = new Map<string, string>();
  const sections = [...federated.paths, ...own.paths].map((path) => {
    const parameters = parametersOf(path);
    return parameters.length === 0
      ? ''
      : `\n## ${titleOf(path)}\n\n${rowsOf(parameters, titleOf(path), shared).map(rowText).join('')}`;
  });
  return HEAD + sections.join('');
}

function titleOf(path: string): string {
  return `GET ${path}`;
}

function rowsOf(parameters: readonly Parameter[], title: string, shared: Map<string, string>): Row[] {
  const rows: Row[] = [];
  for (const parameter of parameters) {
    const key = `${parameter.name} ${meaningOf(parameter)}`;
    const before = shared.get(key);
    if (before === undefined) shared.set(key, title);
    const meaning =
      before === undefined
        ? meaningOf(parameter)
        : `as for [${before.replace(/^GET \/api\/(?:federated\/)?/, '')}](#${anchorOf(before)}).`;
    const same = rows.find((row) => row.meaning === meaning);
    if (before !== undefined && same !== undefined) same.names.push(parameter.name);
    else rows.push({ names: [parameter.name], meaning });
  }
  return rows;
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function parametersOf(path: string): readonly Parameter[] {
  return path.startsWith('/api/federated') ? (federated.parametersOf(path) as Parameter[]) : own.parametersOf(path);
}

function rowText({ names, meaning }: Row): string {
  return `- ${names.map((name) => `\`${name}\``).join(', ')}: ${meaning}\n`;
}

function meaningOf(parameter: Parameter): string {
  const { description, required = false, deprecated = false } = parameter;
  return [
    parameter.in === 'path' ? 'In the path.' : required ? 'Required.' : '',
    deprecated ? 'Deprecated.' : '',
    description.trim().replace(/\s+/g, ' '),
    deprecated ? '' : wordsOf(parameter, description),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The values it can have, and its default, where its description has none. The keys of registries are the operator's. */
function wordsOf({ schema }: Parameter, description: string): string {
  const words = (schema.enum ?? schema.items?.enum ?? []).map((word) => `\`${word}\``);
  const isOfRegistries = own.FACTS.originKeys.every((key) => words.includes(`\`${key}\``));
  const isDescribed = isOfRegistries || words.every((word) => description.includes(word));
  const defaults = [schema.default ?? []].flat().map((word) => `\`${word}\``);
  return [
    isDescribed ? '' : `${schema.items === undefined ? 'One of' : 'A set of'} ${words.join(', ')}.`,
    defaults.length === 0 || /default/.test(description) ? '' : `By default ${defaults.join(' and ')}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
