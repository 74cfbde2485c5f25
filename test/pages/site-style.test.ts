/** The icon, links and buttons of the site can be read whatever its colour is, and whatever the registry is called. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { siteIcon, siteStyle } from '../../src/pages/page-routes-options.ts';
import { elementsOf, readHtml } from '../support/server/read-html.ts';

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

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const channel = fc.integer({ min: 0, max: 255 });
const colours = fc
  .tuple(channel, channel, channel)
  .map((channels) => `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`);

/** The colours of style.css in the light and in the dark, by name. */
const [LIGHT = {}, DARK = {}] = [
  ...readFileSync(new URL('../../src/pages/style/10-tokens.css', import.meta.url), 'utf8').matchAll(
    /:root \{([^}]*)\}/g,
  ),
].map(([, own = '']): Record<string, string> => {
  return Object.fromEntries([...own.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map(([, name, colour]) => [name, colour]));
});

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('in the %s', (_, tokens) => {
  const grounds = [tokens.page ?? '', tokens.raised ?? ''];

  test.each([
    ['text', 4.5],
    ['quiet', 4.5],
    ['good', 4.5],
    ['bad', 4.5],
    ['unsure', 4.5],
    ['line', 3],
  ])('%s has a contrast of %d to 1 on whatever it stands on', (name, least) => {
    for (const ground of grounds) expect(contrast(tokens[name] ?? '', ground)).toBeGreaterThanOrEqual(least);
  });

  test('links and the words of buttons can be read whatever colour the operator gives', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const style = siteStyle({ accentColor: colour, accentColorDark: colour });
        const shown = [...style.matchAll(/--accent:(#[0-9a-f]{6})/g)].map(([, one = '']) => one);
        const accent = (tokens === LIGHT ? shown[0] : shown[1]) ?? '';
        for (const ground of [...grounds, tokens['on-accent'] ?? '']) {
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
        }
        if (grounds.every((ground) => contrast(colour, ground) >= 4.5)) expect(accent).toBe(colour);
      }),
    );
  });
});

test('the letter of the icon has a contrast of 4.5 to 1 on every colour', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(contrast(colour, iconOf(colour, 'x').ink)).toBeGreaterThan(4.5);
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
])('the letter of %j is %j', (shortname, letter) => {
  expect(iconOf('#0b5c8a', shortname)).toMatchObject({ mistakes: [], letter });
});
