/** Tells from its `User-Agent` what the asking software can show. */

/**
 * Whether the asker can show anonymised users in a search. RDP up to 1.5 cannot: it makes a link of the missing id
 * (rdp-protocol 7.9 #13). It sends `rdp/1.5.10` since 1.5.7, `Java/…` before, and `Apache-HttpClient/… (Java/…)` up to 1.3
 * (rdp-protocol 11.3). An asker without the header gets only records that every partner can read.
 */
export function canShowAnonymisedUsers(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent.trim() === '') return false;
  return !/^(rdp\/1\.[0-5]\b|Java\/|Apache-HttpClient\/)/.test(userAgent);
}
