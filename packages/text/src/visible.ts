/** What most texts consist of: none of it is hidden. */
const usual = /^[\t\n -~\u00a1-\u0600\u2010-\u2027]*$/;

/**
 * Returns what finds characters that a terminal or an editor obeys or hides instead of showing them: control characters, marks that change the
 * direction of a text, and other invisible ones. Line breaks are not among them. Classes of Unicode take V8 a long time to read, so this is asked for
 * texts that are not usual.
 */
function unseen(): RegExp {
  return /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
}

/** Returns the text with such characters written as escape sequences, for example `\x1b` or `\u202e`. */
export function visible(text: string): string {
  if (usual.test(text)) return text;
  return text.replace(unseen(), (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code > 0xffff) return `\\u{${code.toString(16)}}`;
    return code > 0xff ? `\\u${code.toString(16)}` : `\\x${code.toString(16).padStart(2, '0')}`;
  });
}

/** Returns the text as `visible` does, in one line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t');
}

/** Returns equivalent JSON text in which such characters are escaped; they can occur only inside its strings. */
export function visibleJson(json: string): string {
  if (usual.test(json)) return json;
  return json.replace(unseen(), (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
