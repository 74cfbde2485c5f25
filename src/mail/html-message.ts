/** Writes a message as HTML: paragraphs of text, and links. */

/** Paragraphs in one language; a paragraph that is one of `links` becomes a link. */
type Paragraphs = { lang: string; text: readonly string[]; links: readonly string[] };

/** Returns a complete document. @param parts the first one is in the language of the document */
export function htmlMessage(parts: readonly Paragraphs[]): string {
  const [{ lang } = { lang: 'en' }] = parts;
  const sections = parts.map(({ lang: own, text, links }) => {
    const paragraphs = text.map((one) => paragraph(one, links.includes(one))).join('');
    return own === lang ? paragraphs : `<div lang="${own}">${paragraphs}</div>`;
  });
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><body>${sections.join('<hr>')}</body></html>`;
}

function paragraph(text: string, isLink: boolean): string {
  const shown = escaped(text);
  return isLink ? `<p><a href="${shown}">${shown}</a></p>` : `<p>${shown}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
