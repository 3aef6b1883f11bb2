/**
 * Fails unless a text matches.
 * @param {string} text
 * @param {RegExp} pattern
 */
export function expect(text, pattern) {
  if (!pattern.test(text)) throw new Error(`Expected ${pattern} in:\n${text}`);
}

/**
 * Fails unless something holds.
 * @param {boolean} holds
 * @param {string} otherwise
 */
export function ensure(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
