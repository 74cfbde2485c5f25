/** What every answer tells browsers, so that no answer can be mistaken for a page or a script. */

export const SAFETY_HEADERS: readonly string[] = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'DENY'],
  // The deprecated `auth` parameter puts tokens into addresses.
  ...['Referrer-Policy', 'no-referrer'],
];
