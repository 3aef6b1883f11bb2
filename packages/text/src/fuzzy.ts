/**
 * Returns how well a text fits what was typed, more for better; undefined when the characters of the query do not occur in it in their order.
 * Neither case nor blanks of the query count. The beginning of the text, beginnings of words and neighbouring characters fit better.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  const lower = text.toLowerCase();
  if (wanted === '') return 0;
  const whole = lower.indexOf(wanted);
  if (whole >= 0) return 1_000 + (isWordStart(text, whole) ? 500 : 0) + (whole === 0 ? 500 : 0) - lengthPenalty(text);
  let score = 0;
  let at = -1;
  for (const character of wanted) {
    const next = lower.indexOf(character, at + 1);
    if (next < 0) return undefined;
    score += next === at + 1 ? 3 : isWordStart(text, next) ? 2 : 0;
    at = next;
  }
  return score - lengthPenalty(text);
}

function isWordStart(text: string, at: number): boolean {
  const [before = '', here = ''] = [text[at - 1], text[at]];
  return at === 0 || !/[A-Za-z0-9]/.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(here));
}

function lengthPenalty({ length }: string): number {
  return Math.min(length, 100) / 100;
}
