/** `curl` commands as the documentation writes them, read into what `fetch` takes. */

export type Command = { method: string; address: string; headers: Record<string, string>; body: string | undefined };

const COMMAND =
  /^curl(?<options>(?: -N| -X [A-Z]+| -H '[\w-]+: [^']+'| --json '[^']+')*) (?<quote>['"])(?<address>http:[^'"]+)\k<quote>$/;

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };

/** @param variables what `$ID` and the like in the address stand for */
export function readCurl(command: string, variables: Record<string, string> = {}): Command {
  const { options = '', address } = COMMAND.exec(command.trim())?.groups ?? {};
  if (address === undefined) throw new Error(`No such command can be put to a registry: ${command}`);
  const headers = [...options.matchAll(/-H '(?<name>[\w-]+): (?<value>[^']+)'/g)].map(
    ({ groups = {} }) => [groups.name ?? '', groups.value ?? ''] as const,
  );
  const body = /--json '(?<json>[^']+)'/.exec(options)?.groups?.json;
  return {
    // As curl does with a body.
    method: /-X (?<method>[A-Z]+)/.exec(options)?.groups?.method ?? (body === undefined ? 'GET' : 'POST'),
    address: address.replace(/\$([A-Z]+)/g, (_, variable: string) => variables[variable] ?? ''),
    body,
    headers: {
      'User-Agent': 'curl/8.0.0',
      ...(body === undefined ? {} : JSON_HEADERS),
      ...Object.fromEntries(headers),
    },
  };
}
