/** Who is given anonymised users by a search, by the software that asks. */

import { describe, expect, test } from 'vitest';
import { canShowAnonymisedUsers } from '../../../src/domain/query/user-query.ts';

describe('anonymised users in a search', () => {
  test.each<[string | undefined, string]>([
    ['rdp/1.5.10', 'RDP since 1.5.7'],
    ['rdp/1.5', 'RDP without a patch level'],
    ['rdp/1.4.11', 'an older RDP'],
    ['rdp/1.0.0', 'the oldest RDP there is'],
    ['rdp/1.5.10-SNAPSHOT', 'an RDP being tried out'],
    ['Java/17.0.9', 'RDP before 1.5.7'],
    ['Java/1.8.0_392', 'RDP on an old Java'],
    ['Apache-HttpClient/4.5.3 (Java/17.0.15)', 'RDP 1.3.4'],
    ['Apache-HttpClient/4.5.2 (Java/1.8.0_392)', 'RDP 1.2'],
    ['', 'somebody with an empty name'],
    [' ', 'somebody with a blank name'],
    [undefined, 'somebody without a name'],
  ])('are left out for %j, %s', (userAgent, _) => {
    expect(canShowAnonymisedUsers(userAgent)).toBe(false);
  });

  test.each([
    ['rdp/1.6.0', 'a later RDP'],
    ['rdp/1.50', 'a much later RDP'],
    ['rdp/2.0', 'an RDP to come'],
    ['isearch-proxy/0.1.0', 'a registry like this one'],
    ['Mozilla/5.0 (X11; Linux x86_64) rdp/1.5', 'a browser'],
    ['curl/8.5.0', 'a person at a terminal'],
    ['Apache/2.4.62 (Debian)', 'something else of Apache'],
    ['Mozilla/5.0 (X11; Linux x86_64) Java/17.0.9', 'a browser that runs Java'],
    ['JavaScript/1', 'something that only begins like Java'],
  ])('are there for %j, %s', (userAgent, _) => {
    expect(canShowAnonymisedUsers(userAgent)).toBe(true);
  });
});
