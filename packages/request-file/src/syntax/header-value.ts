/** Returns the first character that no header field can carry; placeholders count as nothing. */
export function unsendableCharacter(value: string): string | undefined {
  // Nearly none has one.
  if (!/[^\0-\xff]/.test(value)) return undefined;
  return /[^\0-\xff]/u.exec(value.includes('{{') ? value.replace(/\{\{[^{}]*\}\}/g, '') : value)?.[0];
}

/** Returns why a header field cannot be sent; without the character, where it comes from the value of a variable. */
export function explainUnsendable(name: string, character?: string): string {
  const what = character === undefined ? 'a character' : `the character \`${character}\``;
  return `\`${name}\` has ${what} outside of Latin-1, which no header field can carry. Encode it as the service expects it, for example with percent signs.`;
}
