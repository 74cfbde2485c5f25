/** Reads CSV as RFC 4180 says, and nothing else: quotes only around whole fields, lines ended by CR LF. */

/** @throws Error for what is no CSV */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at));
    if (field === null) throw new Error(`There is no field at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    const [whole, quoted, bare = '', end] = field;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    at += whole.length;
    if (end !== '\r\n') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
