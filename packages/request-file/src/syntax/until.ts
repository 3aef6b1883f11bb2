import { parseAssert } from './asserts/parse-assert';
import { timeLimitOf } from './directive-times';

/** How often and how long a request is sent again until an assert holds: `# @until status == 200 within 30s every 1s`. */
export interface Until {
  /** The assert, as written. */
  readonly assert: string;
  /** The time after which it ends, in milliseconds. */
  readonly within: number;
  /** The pause between two attempts, in milliseconds. */
  readonly every: number;
}

/** What counts where the request does not say it. In milliseconds. */
const usual = { within: 30_000, every: 1000 };
/** What a request may say. In milliseconds. */
const bounds = { shortest: 100, longest: 3_600_000 };

const lastTime = /^(.*\S)\s+(within|every)\s+(\d\S*(?:\s+(?:ms|s|m|min|h))?)$/i;

/** Reads the value of `# @until`; a sentence if that is not possible. */
export function readUntil(text: string): Until | string {
  const times = { ...usual };
  let assert = text.trim();
  for (let found = lastTime.exec(assert); found !== null; found = lastTime.exec(assert)) {
    const [, before = '', word = '', written = ''] = found;
    const time = timeLimitOf(written);
    if (time === undefined) return `\`${word}\` of \`@until\` needs a time such as \`500 ms\` or \`10 s\`.`;
    if (time < bounds.shortest || time > bounds.longest)
      return `\`${word}\` of \`@until\` is a time from \`100 ms\` to \`1 h\`.`;
    times[word.toLowerCase() === 'within' ? 'within' : 'every'] = time;
    assert = before;
  }
  if (assert === '')
    return '`@until` needs what must hold: `# @until status == 200`, `# @until $.state == "done" within 60 s every 2 s`.';
  const parsed = parseAssert(assert);
  if (parsed.kind === 'malformed') return `\`@until\`: ${parsed.message}`;
  if (parsed.subject.kind === 'snapshot')
    return '`@until` needs what a response says, and no snapshot: the first response would be kept.';
  return { assert, ...times };
}
