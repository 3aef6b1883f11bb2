import { isInBlock, shownAddress, addressKey } from './addresses';
import { Failed, Fatal, ofAll, ofOne, type Implementations } from './implementation';
import { formatTime, timeReader } from './time-patterns';
import { differenceIn, partOfTime, shownTime, spanOf, truncate } from './times';
import { listOf, unplayedQuery, type Scalar } from './values';

/** Returns the milliseconds of a time. */
function millisOf(time: Scalar | undefined): number {
  return typeof time === 'bigint' ? Number(time / 1_000_000n) : Number(time);
}

const wrong = (reason: string): Failed => new Failed(`java.lang.IllegalArgumentException: ${reason}`);

/** Functions of times and of addresses. */
export const timeFunctions: Implementations = {
  now: ofAll((_, { evaluation }) => evaluation.now),
  date_trunc: ofAll(([, value = null], { args: [by], evaluation, types }) => {
    if (by?.period === undefined) throw unplayedQuery('`DATE_TRUNC` by something else than a written span of time');
    const [time] = listOf(value);
    if (time === undefined) return null;
    if (listOf(value).length > 1) return wrong('single-value function encountered multi-value');
    evaluation.spend(1);
    const found = truncate(millisOf(time), spanOf(by.period));
    return types[1] === 'date_nanos' ? BigInt(found) * 1_000_000n : found;
  }),
  date_extract: ofOne(([name, time], { args }) => {
    const read = partOfTime(String(name));
    if (read !== undefined) return read(millisOf(time));
    const reason = `No enum constant java.time.temporal.ChronoField.${String(name).toUpperCase()}`;
    return args[0]?.constant === undefined ? wrong(reason) : new Fatal(reason);
  }),
  date_format: ofOne(([first, second]) => {
    if (second === undefined) return shownTime(first);
    const found = formatTime(millisOf(second), String(first));
    if (found === undefined) throw unplayedQuery(`\`DATE_FORMAT\` with the pattern \`${String(first)}\``);
    return found;
  }),
  date_parse: ofOne(([first, second]) => {
    const [pattern, text] = second === undefined ? ["yyyy-MM-dd'T'HH:mm:ss.SSSX", first] : [String(first), second];
    const read = timeReader(pattern);
    if (read === undefined) throw unplayedQuery(`\`DATE_PARSE\` with the pattern \`${pattern}\``);
    return read(String(text)) ?? wrong(`failed to parse date field [${String(text)}] with format [${pattern}]`);
  }),
  date_diff: ofOne(([unit, from, to], { args }) => {
    const found = differenceIn(String(unit), millisOf(from), millisOf(to));
    if (found === undefined) {
      const reason = `A value of [YEAR, QUARTER, MONTH, …] or their aliases is required; received [${String(unit)}]`;
      return args[0]?.constant === undefined ? wrong(reason) : new Fatal(reason);
    }
    const isLarge = Math.abs(found) > 2_147_483_647;
    return isLarge
      ? new Failed('org.elasticsearch.xpack.esql.core.InvalidArgumentException: out of [integer] range')
      : found || 0;
  }),
  day_name: ofOne(([time]) => formatTime(millisOf(time), 'EEEE') ?? null),
  month_name: ofOne(([time]) => formatTime(millisOf(time), 'MMMM') ?? null),
  cidr_match: ofOne(([address, ...blocks]) => {
    const found = blocks.map((block) => isInBlock(String(address), String(block)));
    const at = found.indexOf(undefined);
    if (at < 0) return found.includes(true);
    return new Fatal(`'${String(blocks[at])}' is not an IP string literal.`, 'illegal_argument_exception');
  }),
  ip_prefix: ofOne(([address, four, six]) => {
    const key = addressKey(String(address));
    const isFour = key.startsWith(`${'0'.repeat(20)}ffff`);
    const bits = isFour ? 96 + Number(four) : Number(six);
    const digits = [...key].map((digit, at) => {
      const kept = Math.max(0, Math.min(4, bits - at * 4));
      return (Number.parseInt(digit, 16) & (0xf << (4 - kept))).toString(16).slice(-1);
    });
    return shownAddress(digits.join('').replaceAll(/(.{4})(?=.)/g, '$1:')) ?? null;
  }),
};
