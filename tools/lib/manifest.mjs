// package.json as the editor reads it in English: `%key%` stands for a text of package.nls.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the texts of package.nls.json by their keys.
 * @param {string} root the checkout
 * @returns {Readonly<Record<string, string>>}
 */
export function manifestWords(root) {
  return JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
}

/**
 * Returns the text of a manifest, parsed, with each `%key%` replaced; a key without a text stays.
 * @param {string} text
 * @param {Readonly<Record<string, string>>} words
 */
export function resolvedManifest(text, words) {
  return JSON.parse(text, (_name, value) => {
    const key = typeof value === 'string' ? /^%([\w.-]+)%$/.exec(value)?.[1] : undefined;
    return key === undefined ? value : (words[key] ?? value);
  });
}
