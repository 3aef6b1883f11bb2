/**
 * The token kinds of jsonc-parser's scanner. Version 3.3.1 declares them as an ambient `const enum`, which a compiler that looks
 * at one file at a time cannot read; so its numbers are repeated here, and a test compares them with the scanner.
 */
export const jsonToken = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  nullWord: 7,
  trueWord: 8,
  falseWord: 9,
  text: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  unknown: 16,
  end: 17,
} as const;
