/** What is used here of packages that come with Express, and without types. */

declare module 'fresh' {
  function fresh(request: { 'if-none-match': string }, reply: { etag: string }): boolean;
  export = fresh;
}
