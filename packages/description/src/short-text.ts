/** Summaries are read in a hover and travel in the package; who needs all of it follows the link. */
const longest = 240;
/** More is not looked at: a description can be of any length. */
const looked = 2_000;

/** Returns the first one or two sentences of a Markdown text, in one line and without links; an empty text for none. */
export function shortText(text: string | undefined): string {
  if (text === undefined) return '';
  const paragraph =
    text
      .slice(0, looked)
      .trimStart()
      .split(/\n\s*\n/, 1)[0] ?? '';
  const line = paragraph
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const [first = '', second] = sentencesOf(line);
  if (first.length > longest) return cut(first);
  return second !== undefined && first.length + second.length < longest ? `${first} ${second}` : first;
}

/** Returns the first sentence of a text of one line. */
export function firstSentence(line: string): string {
  return sentencesOf(line)[0] ?? '';
}

/** Returns the first sentence as a title, without its full stop. */
export function shortTitle(text: string | undefined): string {
  const line = (text ?? '').slice(0, looked).trimStart().split('\n', 1)[0] ?? '';
  const [first = ''] = sentencesOf(line.replace(/\s+/g, ' ').trim());
  return cut(first).replace(/\.$/, '');
}

/** Splits behind full stops that a capital letter follows, which abbreviations such as "e.g." rarely have. */
function sentencesOf(line: string): readonly string[] {
  return line.split(/(?<=[.!?]\)?) (?=[A-Z`*([])/, 2);
}

function cut(sentence: string): string {
  if (sentence.length <= longest) return sentence;
  const words = sentence.slice(0, longest);
  return `${words.slice(0, Math.max(words.lastIndexOf(' '), longest / 2)).replace(/[,;:]$/, '')} …`;
}
