// Pieces of Markdown that several subjects write.

/** Returns the text for a cell of a table. */
export function cell(text) {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}

/**
 * Returns a table; its cells are escaped.
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows
 */
export function table(titles, rows) {
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Returns a fenced block.
 * @param {string} language
 * @param {string} text
 */
export function fenced(language, text) {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
