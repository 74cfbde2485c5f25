/** Addresses in the configuration: main websites, of which there may be several, and what becomes a link on pages. */

import { describe, expect, it } from 'vitest';
import { load, refusal } from '../support/registry/load-config.ts';

const URL_TEXT = 'an absolute address that starts with http:// or https://, without user name, query or fragment';

describe('main websites', () => {
  it.each([
    ['https://www.example.org', ['https://www.example.org']],
    ['"https://www.example.org, https://www.example.com/a"', ['https://www.example.org', 'https://www.example.com/a']],
    ['[https://www.example.org, http://localhost:3000]', ['https://www.example.org', 'http://localhost:3000']],
    ['', []],
  ])('may name one main website or several, written as %s', (written, mainsites) => {
    expect(load({ yaml: `app: {site: {mainsite: ${written}}}` }).app.site.mainsites).toEqual(mainsites);
    const text = written.replace(/["[\]]/g, '');
    expect(load({ env: { APP_SITE_MAINSITE: text } }).app.site.mainsites).toEqual(mainsites);
  });

  it.each([
    [
      'app: {site: {mainsite: [https://a.example.org, "javascript:alert(1)"]}}',
      `: app.site.mainsite[1] is the text "javascript:alert(1)", but must be ${URL_TEXT}.`,
    ],
    [
      'app: {site: {mainsite: example.org}}',
      `: app.site.mainsite[0] is the text "example.org", but must be ${URL_TEXT}.`,
    ],
  ])('are refused one by one: %j', (yaml, sentence) => {
    expect(refusal({ yaml })).toEqual([`registry.yaml${sentence}`]);
  });
});

describe('an address that becomes a link on pages', () => {
  it.each(['app.site.host', 'app.site.links.terms-of-use', 'app.site.links.privacy', 'app.site.links.faq'])(
    'is refused unless it is one of the web: %s',
    (name) => {
      for (const address of [
        'javascript:alert(1)',
        ' javascript:alert(1)',
        'java\nscript://a.example.org',
        'data:,x',
      ]) {
        const yaml = JSON.stringify(name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), address));
        expect(refusal({ yaml })).toEqual([expect.stringContaining(`${name} is the text "`)]);
      }
    },
  );
});
