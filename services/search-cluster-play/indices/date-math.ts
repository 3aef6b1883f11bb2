import { problem, type Problem } from './problem';

const day = 86_400_000;
const steps: Readonly<Record<string, number>> = { w: 7 * day, d: day, h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 };

/** Returns a list of names with the dates that date math stands for, such as `<logs-{now/d}>`, or why one cannot be read. */
export function resolveDateMath(names: string, now: number): string | Problem {
  if (!names.includes('<')) return names;
  const resolved: string[] = [];
  for (const name of names.split(',')) {
    const [, inner] = /^-?<([^>]*)>$/.exec(name) ?? [];
    if (inner === undefined) {
      resolved.push(name);
      continue;
    }
    const plain = resolveName(inner, now);
    if (typeof plain !== 'string') return plain;
    resolved.push(name.startsWith('-') ? `-${plain}` : plain);
  }
  return resolved.join(',');
}

function resolveName(inner: string, now: number): string | Problem {
  if (inner === '') return unreadable('nothing captured');
  let plain = '';
  let rest = inner;
  while (rest !== '') {
    const open = rest.indexOf('{');
    if (open < 0) return rest.includes('}') ? unreadable(`[${inner}] has a brace too many.`) : plain + rest;
    const close = endOf(rest, open);
    if (close < 0) return unreadable(`[${inner}] has a brace that is not closed.`);
    const date = resolveExpression(rest.slice(open + 1, close), now);
    if (typeof date !== 'string') return date;
    plain += rest.slice(0, open) + date;
    rest = rest.slice(close + 1);
  }
  return plain;
}

/** Returns where the brace is closed; the format is between braces of its own. */
function endOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function resolveExpression(text: string, now: number): string | Problem {
  const [, math = '', braced = 'yyyy.MM.dd'] = /^([^{]*)(?:\{([^}]*)\})?$/.exec(text) ?? [];
  // A time zone may follow the format.
  const [format = ''] = braced.split('|');
  if (!math.startsWith('now')) return unreadable(`The expression [${math}] does not begin with [now].`);
  let date = new Date(now);
  let rest = math.slice('now'.length);
  while (rest !== '') {
    const [whole, sign = '', amount, unit = ''] = /^([-+/])(\d*)([A-Za-z])/.exec(rest) ?? [];
    if (whole === undefined) return unreadable(`operator not supported for date math [${rest}]`);
    const next = sign === '/' ? rounded(date, unit) : moved(date, Number(`${sign}${amount || '1'}`), unit);
    if (next === undefined) return unreadable(`unit [${unit}] not supported for date math [${rest}]`);
    date = next;
    rest = rest.slice(whole.length);
  }
  return formatted(date, format);
}

function moved(date: Date, amount: number, unit: string): Date | undefined {
  const step = steps[unit];
  if (step !== undefined) return new Date(date.getTime() + amount * step);
  if (unit !== 'M' && unit !== 'y') return undefined;
  const next = new Date(date);
  next.setUTCMonth(next.getUTCMonth() + amount * (unit === 'y' ? 12 : 1));
  return next;
}

function rounded(date: Date, unit: string): Date | undefined {
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (unit === 'y') return new Date(Date.UTC(year, 0));
  if (unit === 'M') return new Date(Date.UTC(year, month));
  if (unit === 'w') return new Date(Date.UTC(year, month, dayOfMonth - ((date.getUTCDay() + 6) % 7)));
  const step = steps[unit];
  return step === undefined ? undefined : new Date(Math.floor(date.getTime() / step) * step);
}

function formatted(date: Date, format: string): string {
  const parts: Readonly<Record<string, string>> = Object.fromEntries(
    [...'yMdHms'].map((letter, at) => [letter, date.toISOString().split(/[-T:.]/)[at] ?? '']),
  );
  return format.replace(/yyyy|uuuu|MM|dd|HH|mm|ss/g, (word) => parts[word === 'uuuu' ? 'y' : word.charAt(0)] ?? word);
}

function unreadable(reason: string): Problem {
  return problem(reason, { type: 'parse_exception' });
}
