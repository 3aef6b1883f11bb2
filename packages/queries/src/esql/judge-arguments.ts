import { judgeConstants } from './constants';
import { signatureOf, type FunctionFacts } from './functions';
import type { Call, Expression } from './model';
import { withArticle, wrongType, type Place } from './place';
import { isNumber, isPlain, isSpanOfTime, isText, isTime } from './types';
import { isNotASpan, misreadText } from './written-values';

/** Functions whose arguments are written otherwise than their types say: searches, and what depends on several of them. */
const notJudged = new Set('knn case bucket tbucket trange top score first last'.split(' '));

/** Of two arguments, the first one is the form of a date. */
const form: ReadonlySet<string> = new Set(['keyword', 'text']);

type Types = readonly (string | undefined)[];

/** Judges how many arguments a function has, and of which types. */
export function judgeArguments(call: Call, facts: FunctionFacts, types: Types, place: Place): void {
  const { args, isOpen, name } = facts;
  if (call.isOpen) {
    judgeConstants(call, name, place);
    return;
  }
  const required = args.filter(({ isOptional }) => !isOptional);
  const count = types.length;
  if (count < required.length || (!isOpen && count > args.length)) {
    wrongType(place, `\`${call.name.toUpperCase()}\` takes other arguments: \`${signatureOf(facts)}\`.`, call.span);
    return;
  }
  judgeConstants(call, name, place);
  if (name === 'bucket') judgeBucket(call, types, place);
  judgeTogether(call, name, types, place);
  const [, limit] = types;
  if (name === 'top' && call.args[1] && isPlain(limit) && limit !== 'integer' && !isText(limit))
    wrongType(place, `The number of values is an \`integer\`, and this is ${withArticle(limit)}.`, call.args[1].span);
  if (name === 'match') judgeMatch(types, call.args[1], place);
  if (notJudged.has(name)) return;
  const filled = count === required.length ? required : args;
  call.args.forEach((arg, index) => {
    const type = types[index];
    const isForm = name === 'date_format' && index === 0 && count === 2;
    const taken = isForm ? form : (filled[index] ?? (isOpen ? filled.at(-1) : undefined))?.types;
    if (!isPlain(type) || taken === undefined || taken.has(type) || fitsAsText(arg, taken, facts, place)) return;
    const shown = [...taken].filter((one) => isPlain(one));
    wrongType(
      place,
      `\`${call.name.toUpperCase()}\` takes ${shown.length > 4 ? 'other types' : shown.map((one) => `\`${one}\``).join(' or ')} here, and this is ${withArticle(type)}.`,
      arg.span,
    );
  });
}

const alsoText = ['datetime', 'date_nanos', 'ip', 'version', 'boolean', 'date_period', 'time_duration'];

/** Constant texts are read as times, addresses and the like; numbers in them as numbers, but not by aggregations. */
function fitsAsText(arg: Expression, taken: ReadonlySet<string>, { kind }: FunctionFacts, place: Place): boolean {
  if (arg.kind !== 'literal' || arg.type !== 'keyword' || arg.text === undefined) return false;
  if (kind === 'scalar' && [...taken].some(isNumber) && Number.isFinite(Number(arg.text || 'x'))) return true;
  const read = alsoText.filter((type) => taken.has(type));
  const [type] = read;
  const isOne = read.every((one) => one === type || (isTime(one) && isTime(type ?? '')) || isSpanOfTime(one));
  const reason = type === undefined || !isOne || isOtherRead(taken) ? undefined : misreadText(arg.text, type);
  if (reason !== undefined) wrongType(place, `${JSON.stringify(arg.text)} ${reason}.`, arg.span);
  return read.length > 0;
}

/** Returns whether a text may be read as something else than a time, an address or a span of time. */
function isOtherRead(taken: ReadonlySet<string>): boolean {
  return [...taken].some((type) => !isTime(type) && !isSpanOfTime(type) && type !== 'ip');
}

/** Functions whose values have the type of the first one, and from which argument on. */
const together: Readonly<Record<string, 'wider' | 'same'>> = {
  coalesce: 'wider',
  greatest: 'wider',
  least: 'wider',
  case: 'wider',
  mv_append: 'same',
  mv_contains: 'same',
};

const widths: Readonly<Record<string, number>> = { integer: 1, long: 2, double: 3 };

/** Values of one result have the type of the first: a number also takes those that fit into it. */
function judgeTogether({ name: written, args }: Call, name: string, types: Types, place: Place): void {
  const mode = together[name];
  if (mode === undefined) return;
  const isCase = name === 'case';
  const isCondition = (index: number): boolean => isCase && index % 2 === 0 && index < args.length - 1;
  let first: string | undefined;
  for (const [index, arg] of args.entries()) {
    const type = types[index];
    if (isCondition(index)) {
      const isWritten = arg.kind === 'literal' && arg.type === 'keyword';
      if (isPlain(type) && type !== 'boolean' && !isWritten) {
        wrongType(place, `\`CASE\` takes a condition here, and this is ${withArticle(type)}.`, arg.span);
        return;
      }
      continue;
    }
    if (type === 'null') continue;
    if (!isPlain(type)) return;
    first ??= type;
    if (fitsInto(type, first, mode)) continue;
    wrongType(
      place,
      `The first value of \`${written.toUpperCase()}\` is ${withArticle(first)}, and this is ${withArticle(type)}: convert one of them, such as by \`::${first === 'datetime' ? 'date' : first}\`.`,
      arg.span,
    );
    return;
  }
}

function fitsInto(type: string, first: string, mode: 'wider' | 'same'): boolean {
  if (type === first || (isText(type) && isText(first))) return true;
  return mode === 'wider' && (widths[type] ?? 9) <= (widths[first] ?? 0);
}

/** Of a field with text, texts are searched for. */
export function judgeMatch([field, query]: Types, written: Expression | undefined, place: Place): void {
  if (written === undefined || !isPlain(field) || !isPlain(query) || !isText(field) || isText(query)) return;
  wrongType(place, `The field holds text, and this is ${withArticle(query)}: write it in quotes.`, written.span);
}

/** Buckets of times have a span, or a number of them with the first and the last time; those of numbers have a size. */
function judgeBucket({ args }: Call, types: Types, place: Place): void {
  const [field, size] = types;
  const [, written] = args;
  if (!isPlain(field) || written === undefined) return;
  if (!isTime(field) && !isNumber(field)) {
    wrongType(
      place,
      `\`BUCKET\` groups times or numbers, and this is ${withArticle(field)}.`,
      args[0]?.span ?? written.span,
    );
    return;
  }
  const text = written.kind === 'literal' ? written.text : undefined;
  if (isTime(field) && text !== undefined && isNotASpan(text))
    wrongType(place, `${JSON.stringify(text)} is not a span of time, such as \`1 day\`.`, written.span);
  if (!isPlain(size)) return;
  const isSize = isNumber(size) || isSpanOfTime(size);
  if (!isSize && (text === undefined || isNumber(field)))
    wrongType(
      place,
      `The size of a bucket is ${isTime(field) ? 'a span of time' : 'a number'}, and this is ${withArticle(size)}.`,
      written.span,
    );
  if (isTime(field) && size === 'double') wrongType(place, 'The number of buckets is a whole number.', written.span);
  else if (isTime(field) && isNumber(size) && args.length < 4)
    wrongType(
      place,
      'So many buckets need the first and the last time, too: `BUCKET(field, 20, from, to)`. One of a fixed length is `BUCKET(field, 1 hour)`.',
      written.span,
    );
  else if (isNumber(field) && isSpanOfTime(size))
    wrongType(place, `Buckets of numbers have a number as their size, and this is ${withArticle(size)}.`, written.span);
}

/** Returns the type of what a function returns; undefined where that is not known. */
export function resultOf({ name, returns, args }: FunctionFacts, types: Types): string | undefined {
  const [first] = types;
  if (name === 'case') {
    const value = types.find((type, index) => (index % 2 === 1 || index === types.length - 1) && type !== 'null');
    return isPlain(value) ? (value === 'text' ? 'keyword' : value) : undefined;
  }
  if (name === 'bucket' && isPlain(first)) return isTime(first) ? first : isNumber(first) ? 'double' : undefined;
  if (returns === '?') return undefined;
  if (returns === '=') {
    if (first === 'text') return 'keyword';
    return isPlain(first) && args[0]?.types?.has(first) !== false ? first : undefined;
  }
  if (returns === 'sum')
    return first === 'integer' || first === 'long' ? 'long' : first === 'double' ? 'double' : undefined;
  return returns;
}
