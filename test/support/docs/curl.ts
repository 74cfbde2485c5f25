/** `curl` commands as the documentation writes them, read into what `fetch` takes. */

export type Command = { method: string; address: string; headers: Record<string, string>; body: string | undefined };

const COMMAND =
  /^curl(?<options>(?: -N| -X [A-Z]+| -H '[\w-]+: [^']+'| --json (?:'[^']+'|\$[A-Z]+)+)*) (?<quote>['"])(?<address>http:[^'"]+)\k<quote>$/;

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };

/** @param variables what `$ID` and the like stand for, in the address or between the quoted parts of the body */
export function readCurl(command: string, variables: Record<string, string> = {}): Command {
  const { options = '', address } = COMMAND.exec(command.trim())?.groups ?? {};
  if (address === undefined) throw new Error(`No such command can be put to a registry: ${command}`);
  const headers = [...options.matchAll(/-H '(?<name>[\w-]+): (?<value>[^']+)'/g)].map(
    ({ groups = {} }) => [groups.name ?? '', groups.value ?? ''] as const,
  );
  const valueFor = (_: string, variable: string) => variables[variable] ?? '';
  const json = /--json (?<json>(?:'[^']+'|\$[A-Z]+)+)/.exec(options)?.groups?.json;
  const body = json?.replace(/'\$([A-Z]+)'/g, valueFor).replaceAll("'", '');
  return {
    // As curl does with a body.
    method: /-X (?<method>[A-Z]+)/.exec(options)?.groups?.method ?? (body === undefined ? 'GET' : 'POST'),
    address: address.replace(/\$([A-Z]+)/g, valueFor),
    body,
    headers: {
      'User-Agent': 'curl/8.0.0',
      ...(body === undefined ? {} : JSON_HEADERS),
      ...Object.fromEntries(headers),
    },
  };
}
