/** Types for the parts used here of packages that come with Express and have no types. */

declare module 'fresh' {
  function fresh(
    request: { 'if-none-match': string } | { 'if-modified-since': string },
    reply: { etag: string } | { 'last-modified': string },
  ): boolean;
  export = fresh;
}
