/** Whatever is put into HTML is shown as it is, and becomes no markup. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html } from '../../../src/pages/parts/html.ts';
import { elementsOf, readHtml } from '../../support/server/read-html.ts';

describe('a template of HTML', () => {
  test('shows any text as it is, and keeps it in its attribute', () => {
    const text = fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', '/', ' ', 'a', '=', '-', '!', 'é', '\u202e'),
    });
    fc.assert(
      fc.property(text, (value) => {
        const read = readHtml(html`<p title="${value}">${value}</p>`.html);
        expect(read.mistakes).toEqual([]);
        expect(read.elements).toHaveLength(1);
        expect(elementsOf(read, 'p', 'title', value)[0]?.text).toBe(value);
      }),
    );
  });

  test('keeps HTML that was made by it, alone and in lists', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>`.html).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  test('shows nothing for what is not there, and 0 for 0', () => {
    expect(html`${null}${undefined}${false}${0}`.html).toBe('0');
  });

  test('does not take an object of the same form for its own', () => {
    const forged = JSON.parse('{"html":"<script>"}');
    expect(html`${forged}`.html).not.toContain('<script>');
  });
});
