/** The tables of parameters in docs/api.md, made of the two OpenAPI documents. */

import * as federated from '../../server/routes/federated-openapi-reader.ts';
import * as own from '../../server/routes/openapi-reader.ts';
import { headingsOf } from '../../support/docs/read-markdown.ts';

type Parameter = Pick<own.Parameter, 'name' | 'in' | 'description' | 'schema'> &
  Partial<Pick<own.Parameter, 'required' | 'deprecated'>>;
type Row = { names: string[]; meaning: string };

const HEADER = '| Parameter | Meaning |\n|---|---|\n';

/** The page with the tables as they follow from the documents; what an earlier section has is a link to it. */
export function withParameterTables(page: string): string {
  const anchors = new Map(headingsOf(page).map(({ title, anchor }) => [title, anchor]));
  const shared = new Map<string, string>();
  return page.replace(/^### (GET|POST) (\S+)\n(?:(?!^##)[^\n]*\n)*?(?=^\| Parameter)(?:\|[^\n]*\n)+/gm, (section) => {
    const [, title = '', path = ''] = /^### ((?:GET|POST) (\S+))/.exec(section) ?? [];
    const rows = rowsOf(parametersOf(path), title);
    return section.replace(/(?:^\|[^\n]*\n)+$/m, HEADER + rows.map(rowText).join(''));
  });

  function rowsOf(parameters: readonly Parameter[], title: string): Row[] {
    const rows: Row[] = [];
    for (const parameter of parameters) {
      const key = `${parameter.name} ${meaningOf(parameter)}`;
      const before = shared.get(key);
      if (before === undefined) shared.set(key, title);
      const meaning = before === undefined ? meaningOf(parameter) : `as for [${before}](#${anchors.get(before)})`;
      const last = rows.at(-1);
      if (before !== undefined && last?.meaning === meaning) last.names.push(parameter.name);
      else rows.push({ names: [parameter.name], meaning });
    }
    return rows;
  }
}

function parametersOf(path: string): readonly Parameter[] {
  return path.startsWith('/api/federated') ? (federated.parametersOf(path) as Parameter[]) : own.parametersOf(path);
}

function rowText({ names, meaning }: Row): string {
  return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${meaning.replaceAll('|', '\\|')} |\n`;
}

function meaningOf(parameter: Parameter): string {
  const { description, required = false, deprecated = false } = parameter;
  return [
    parameter.in === 'path' ? 'In the path.' : required ? 'Required.' : '',
    deprecated ? 'Deprecated.' : '',
    description.trim().replace(/\s+/g, ' '),
    wordsOf(parameter, description),
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
