/** The icon of the site can be read on any colour, whatever the registry is called. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteIcon } from '../../src/http/site-style.ts';
import { elementsOf, readHtml } from '../support/read-html.ts';

function iconOf(accentColor: string, shortname: string) {
  const icon = readHtml(siteIcon({ accentColor, accentColorDark: '#ffffff' }, shortname));
  const [letter] = elementsOf(icon, 'text');
  return { mistakes: icon.mistakes, letter: letter?.text, ink: letter?.attributes.get('fill') ?? '' };
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  const shares = (digits.match(/[0-9a-f]{2}/gi) ?? []).map((channel) => Number.parseInt(channel, 16) / 255);
  const [r = 0, g = 0, b = 0] = shares.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('its letter has a contrast of 4.5 to 1 on every colour', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (channels) => {
      const colour = `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
      const [dark = 0, light = 0] = [luminance(colour), luminance(iconOf(colour, 'x').ink)].sort((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
    }),
  );
});

test.each([
  ['DemoNet', 'D'],
  ['  (éire) ', 'É'],
  ['e\u0301ire', 'E\u0301'],
  ['4 Genes', '4'],
  ['登録', '登'],
  ['<&>', ''],
])('of %j it is %j', (shortname, letter) => {
  expect(iconOf('#0b5c8a', shortname)).toMatchObject({ mistakes: [], letter });
});
