/** Values that sentences list. */
interface ListedInProse {
  readonly values: readonly string[];
  /** They are those of the items of a list with commas. */
  readonly isList: boolean;
}

/** The words behind which a list of all values is, at the end of this text. */
const leads: readonly RegExp[] = [
  /\b(?:can|must|may) be(?: set to)?(?: any)?(?: combination)?(?: either)?(?: one)?(?: of)?(?: the following)?(?: values)?:?$/i,
  /\b(?:valid|allowed|possible|accepted|permitted|supported) \w{1,30} are(?: either)?:?$/i,
  /\bone of(?: the following)?(?: values)?:?$/i,
  /\b(?:can include|only accepts the value|must be passed as):?$/i,
  /^either:?$/i,
  /^currently,?$/i,
];

/** What says that other values are allowed, too, or that the list holds in some cases only. */
const openWords =
  /\b(?:also|custom|over time|free-?form|freeform|such as|other values?|e\.g\.|deprecated|for example|arbitrary|pattern|wildcards?|in addition|any string|future)\b/i;

/** What comes before the list in its sentence, and says that it is about a case. */
const conditions = /\b(?:if|when|for|unless|only|except|where|using|use|include either)\b|`/i;

const isPlain = /^[A-Za-z][\w.:+-]{0,60}$/;
const ambiguous = new Set(['true', 'false', 'null', 'none of the above']);

/**
 * Returns the values that a text lists as all that are allowed; undefined if it does not, or in several ways. An incomplete list would make
 * right values suspicious, so the sentence has to end behind the list, and nothing in the text may speak of further values.
 */
export function valuesInProse(text: string): ListedInProse | undefined {
  if (!/[`"]/.test(text) || openWords.test(text)) return undefined;
  const isList = /\bcomma[- ]separated list\b/i.test(text);
  const found = [...listsIn(text)].filter(({ lead }) => isList || !/\b(?:include|combination)/i.test(lead));
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) return undefined;
  const { values } = first;
  if (values.some((value) => !isPlain.test(value) || ambiguous.has(value.toLowerCase()))) return undefined;
  // Two values with one name, or a list of one value without a word for that, is another kind of sentence.
  if (new Set(values).size !== values.length) return undefined;
  const standard = /\bdefaults?(?: to|:| is)?:? [`"]([^`"]{1,80})[`"]/i.exec(text)?.[1];
  if (standard !== undefined && !values.includes(standard)) return undefined;
  return { values, isList };
}

interface FoundList {
  readonly lead: string;
  readonly values: readonly string[];
}

/** A value as prose quotes it. */
const quoted = /(?:`"([^`"\s]{1,80})"`|`([^`\s]{1,80})`|"([^"\s]{1,80})")/y;
const separator = /\s*(?:,\s*(?:or|and)\s+|,\s*|\s(?:or|and)\s+)/y;
const bullet = /[ \t]*\r?\n+[ \t]*[*-][ \t]+/y;

function* listsIn(text: string): Generator<FoundList> {
  for (let at = 0; at < text.length;) {
    const start = nextQuote(text, at);
    if (start === undefined) return;
    const list = listAt(text, start);
    at = Math.max(list?.end ?? 0, start + 1);
    if (list === undefined) continue;
    const before = text.slice(Math.max(0, start - 300), start);
    const marked = withoutMarks(before);
    const sentence = marked.slice(sentenceStart(marked));
    const lead = leadOf(sentence);
    if (lead === undefined) continue;
    const word = sentence.slice(lead).toLowerCase();
    if (conditions.test(sentence.slice(0, lead))) continue;
    const isSingle = /\b(?:only accepts|passed as)\b/.test(word);
    if (isSingle ? list.values.length !== 1 : list.values.length < 2) continue;
    if (isEnded(text.slice(list.end, list.end + 60), word.startsWith('currently')))
      yield { lead: word, values: list.values };
  }
}

/** Returns where the words are behind which a list begins, at the end of a sentence. */
function leadOf(sentence: string): number | undefined {
  const starts = leads.flatMap((one) => one.exec(sentence)?.index ?? []);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** Returns a text without the blanks and the marks of a list at its end. */
function withoutMarks(text: string): string {
  let { length } = text;
  while (length > 0 && /[\s*-]/.test(text.charAt(length - 1))) length--;
  return text.slice(0, length);
}

function nextQuote(text: string, at: number): number | undefined {
  const found = text.slice(at).search(/[`"]/);
  return found === -1 ? undefined : at + found;
}

/** Returns where the last sentence of a text begins. */
function sentenceStart(text: string): number {
  const ends = [...text.matchAll(/[.!?]\s+|\n\s*\n|\n/g)];
  const last = ends.at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

/** Returns the values that are listed from here on: in a sentence, or as items of Markdown. */
function listAt(text: string, start: number): { readonly values: readonly string[]; readonly end: number } | undefined {
  const first = valueAt(text, start);
  if (first === undefined) return undefined;
  const isBullets = /\n[ \t]*[*-][ \t]+$/.test(text.slice(Math.max(0, start - 20), start));
  const values = [first.value];
  let { end } = first;
  if (isBullets) {
    for (;;) {
      const line = text.indexOf('\n', end);
      if (line === -1) return { values, end: text.length };
      bullet.lastIndex = line;
      const mark = bullet.exec(text);
      const next = mark && valueAt(text, line + mark[0].length);
      if (!next) return { values, end: line };
      values.push(next.value);
      end = next.end;
    }
  }
  for (;;) {
    separator.lastIndex = end;
    const mark = separator.exec(text);
    const next = mark && valueAt(text, end + mark[0].length);
    if (!next) return { values, end };
    values.push(next.value);
    end = next.end;
  }
}

function valueAt(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  quoted.lastIndex = at;
  const match = quoted.exec(text);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return match === null || value === undefined ? undefined : { value, end: at + match[0].length };
}

function isEnded(rest: string, isVerbBehind: boolean): boolean {
  if (isVerbBehind) return /^ are (?:supported|allowed|accepted)(?:\.|$)/i.test(rest);
  return /^[ \t]*(?:$|\.(?:\s|$)|;|\r?\n|\(default)/i.test(rest);
}
