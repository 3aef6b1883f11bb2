// Reads test/rules/<rule-id>/examples.http: the examples of a rule, which its page shows and the tests run.
//
// A line `#= reported`, `#= not reported` or `#= file ./path.json` begins an example, or a file that the examples name. The line before such a line
// is empty and belongs to none; with `#= reported (no line end)` the example does not end with a line end either.

const heading = /^#= (?:(reported|not reported)( \(no line end\))?|file (\S+))$/;

/** A line below the text that it is about: `#   ^^^ error rule-id: message`, or `#<<<` for that many letters from the start of the line. */
export const annotation = /^#(?:( *)(\^+)|(<+)) (error|warning|information|hint) ([a-z-]+): (.*)$/;

/** Returns the parts of a file of examples. */
export function splitExamples(source) {
  /** @type {any[]} */
  const sections = [];
  for (const line of source.split('\n')) {
    const match = heading.exec(line);
    if (match) {
      const [, kind, noLineEnd, path] = match;
      sections.push({ heading: line, kind: kind ?? 'file', path, hasLineEnd: noLineEnd === undefined, lines: [] });
    } else if (sections.length > 0) sections.at(-1).lines.push(line);
    else if (line !== '')
      throw new Error(`Write \`#= reported\` or \`#= not reported\` before ${JSON.stringify(line)}.`);
  }
  return sections.map(({ lines, hasLineEnd, ...section }) => {
    const text = lines.join('\n').replace(/\n*$/, '');
    return { ...section, hasLineEnd, text: hasLineEnd ? `${text}\n` : text };
  });
}

/** Returns the text of a file of examples. */
export function joinExamples(sections) {
  return sections.map(({ heading, text }) => `${heading}\n${text.replace(/\n*$/, '\n')}`).join('\n');
}

/** Returns an example without the annotations of other rules. */
export function withoutOthers(text, rule) {
  return text
    .split('\n')
    .filter((line) => (annotation.exec(line)?.[5] ?? rule) === rule)
    .join('\n');
}
