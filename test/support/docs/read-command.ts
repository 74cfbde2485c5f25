/** A command of this program, on a line of a page, as a shell of the operator runs it. */

const PROGRAM = /^(?:isearch-proxy|src\/launch\/isearch-proxy\.js)$/;

/** The variables before the program, and the words behind it. */
export function readCommand(line: string): { env: Record<string, string>; args: string[] } {
  const parts = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const at = parts.findIndex((part) => PROGRAM.test(part));
  if (at < 0) throw new Error(`${line} runs another program.`);
  const before = parts.slice(0, at).filter((part) => part !== 'node');
  return {
    env: Object.fromEntries(before.map((part) => part.split('=', 2) as [string, string])),
    args: parts.slice(at + 1),
  };
}
