/** What every answer tells browsers, so that no answer can be mistaken for a page or a script. */

export const SAFETY_HEADERS: readonly string[] = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'DENY'],
  // The deprecated `auth` parameter puts tokens into addresses.
  ...['Referrer-Policy', 'no-referrer'],
];

/** Of every answer but the start page: no search engine keeps who is found here, and as what. */
export const NOT_INDEXED: readonly string[] = ['X-Robots-Tag', 'noindex'];
