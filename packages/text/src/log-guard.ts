/**
 * Returns what makes the pieces of a text harmless: `::` at the begin of a line, with blanks in front of it or not, and `##[` or `##name[`
 * anywhere. One of their characters is written as an escape, which is the same text in JSON.
 */
export function createLogGuard(): (piece: string) => string {
  // What the current line begins with, as far as it decides.
  let line = '';
  return (piece) => {
    const whole = line + piece;
    const guarded = whole
      .replace(/(^|[\r\n])((?:[^\S\r\n]|\x85)*:):/g, String.raw`$1$2\u003a`)
      .replace(/(##[a-z]{0,20})\[/gi, String.raw`$1\u005b`);
    const written = guarded.slice(line.length);
    const last = guarded.slice(Math.max(guarded.lastIndexOf('\n'), guarded.lastIndexOf('\r')) + 1);
    const begin = last.replace(/^(?:\s|\x85)+/, '');
    // A whole line need not be kept: a sign stands for what is in front of its end.
    line = begin === '' || begin === ':' ? begin : `.${begin.slice(-24)}`;
    return written;
  };
}
