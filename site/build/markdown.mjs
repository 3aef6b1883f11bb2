// The anchors of headings, as code hosts make them, and what else the Markdown of the site needs.

/**
 * Returns the anchor of a heading as code hosts make it, so that one link works there and here.
 * @param {string} heading its plain text
 */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/**
 * Keeps Vue from reading placeholders of requests as its own, in text and in code.
 * @param {{ renderer: { rules: Record<string, ((...args: any[]) => string) | undefined> } }} md
 */
export function keepPlaceholders(md) {
  const { text, code_inline: code } = md.renderer.rules;
  const escaped = (/** @type {string} */ html) =>
    html.replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
  md.renderer.rules.text = (...args) => escaped(text?.(...args) ?? '');
  md.renderer.rules.code_inline = (...args) => escaped(code?.(...args) ?? '').replace('<code', '<code v-pre');
}

/**
 * Splits a Markdown text into lines, and says which of them are in fenced blocks.
 * @param {string} text
 * @returns {readonly { line: string, isCode: boolean }[]}
 */
export function linesOf(text) {
  let fence = '';
  return text.split('\n').map((line) => {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') {
      fence = mark;
      return { line, isCode: mark !== '' };
    }
    if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    return { line, isCode: true };
  });
}
