import { createMasker, type Masker } from '@rulebook/catalogue/masking/masker';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { millisecondsOf, parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { Assert } from '@rulebook/request-file/syntax/asserts/parsed-assert';
import { pathProblem } from '@rulebook/request-file/syntax/asserts/paths';
import type { NamedResponses } from '../variables/named-responses';
import type { PlannedAssert, Segment } from '../plan/plan';
import type { ReceivedResponse } from '../plan/response';
import { secretsOfResponse } from '../plan/request-secrets';
import { usesOf, type PrivateUse } from '../private/private-sources';
import { createFiller } from '../variables/resolve-variables';
import { segmentsOf } from '../plan/segments';
import type { Resolve, SystemPorts } from '../variables/system-variables';
import type { AssertOutcome, AssertResult } from './assert-result';
import { assertedDuration } from './duration-statistic';
import { holds, literalOf, type ReceivedValue } from './compare';
import { describeExpected, describeReceived, explainFailure, shortenedValue } from './describe-assert';
import { itemsOf, kindOf, membersOf, readJsonText, textOfItem, type JsonItem, type JsonText } from './json-values';
import { selectValues } from './select-values';

/** What asserts are evaluated with. */
export interface AssertContext {
  readonly response: ReceivedResponse;
  /** How long the responses took to the same request in this run, this one included, in milliseconds; absent: it is the only one. */
  readonly durations?: readonly number[] | undefined;
  /** The secrets of the request and of the cookies that came with the response. */
  readonly secrets: readonly string[];
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  readonly answers?: NamedResponses | undefined;
  /** Receives the private values with which a response was compared. */
  readonly onUses?: ((uses: readonly PrivateUse[]) => void) | undefined;
  /** Returns in what the response differs from the description of its operation; undefined when the operation is not known. */
  readonly differences: () => readonly string[] | undefined;
  /** Returns in what the body differs from a JSON Schema, by the path of its file, or why that is not known, in a sentence. Absent: there are no files. */
  readonly schemaDifferences?: (file: string) => SchemaDifferences | undefined;
  /** Returns the value of an expression of JavaScript. Absent: no scripts are run. */
  readonly expressions?: (code: string) => ExpressionValue | undefined;
}

/** The value of an expression as JSON, `[]` for none and `[value]` for one, with the secrets in it; or why it has none, in a sentence. */
export type ExpressionValue =
  | {
      readonly json: string;
      readonly secrets: readonly string[];
      /** It was computed from a private value, so it is shown in no spelling. */
      readonly isKeptBack?: boolean;
    }
  | { readonly problem: string };

/** What a comparison with a JSON Schema has shown. */
export type SchemaDifferences = { readonly differences: readonly string[] } | { readonly problem: string };

/** Evaluates the asserts of a request. Never throws; an assert that cannot be evaluated says why. */
export function evaluateAsserts(asserts: readonly PlannedAssert[], context: AssertContext): readonly AssertResult[] {
  if (asserts.length === 0) return [];
  const answer = createReader(context.response);
  const secrets = [...context.secrets, ...secretsOfResponse(context.response)];
  const masker = createMasker(secrets);
  return asserts.map((assert) => {
    const found = evaluate(parseFilled(assert.text, context), answer, context);
    const own = found.secrets.length === 0 ? masker : createMasker([...secrets, ...found.secrets]);
    return resultOf(assert, found, own);
  });
}

/** What one assert has shown, before anything is masked. */
interface Evaluated {
  readonly outcome: AssertOutcome;
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
  readonly message?: string | undefined;
  /** The value is under the name of a secret. */
  readonly isSecret?: boolean;
  readonly secrets: readonly string[];
}

function resultOf({ text, line }: PlannedAssert, found: Evaluated, { text: masked }: Masker): AssertResult {
  const { outcome, isSecret = false } = found;
  const parsed = parseAssert(text);
  // The value in the file may be the secret itself.
  const shown =
    isSecret && parsed.kind === 'assert' && parsed.expected
      ? `${text.slice(0, parsed.expected.span.start)}${mask}`
      : text;
  const received =
    found.received === undefined
      ? undefined
      : isSecret && found.received !== 'no value'
        ? mask
        : shortenedValue(masked(found.received));
  const expected = found.expected === undefined ? undefined : isSecret ? mask : shortenedValue(masked(found.expected));
  const message =
    isSecret && outcome === 'failed' && received !== 'no value'
      ? 'The received value differs. It is a secret, so it is not shown.'
      : explainFailure(outcome, expected, received, found.message === undefined ? undefined : masked(found.message));
  return {
    text: shortenedValue(masked(shown)),
    line,
    outcome,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    message,
    ...(parsed.kind === 'malformed' && { isMalformed: true }),
  };
}

type Filled =
  | { readonly assert: Assert; readonly expected: string; readonly secrets: readonly string[] }
  | { readonly problem: string };

/** Reads an assert, and fills in the variables of its words. */
function parseFilled(text: string, { resolve, system, answers, onUses }: AssertContext): Filled {
  const parsed = parseAssert(text);
  if (parsed.kind === 'malformed') return { problem: parsed.message };
  if (parsed.kind === 'foreign') return { problem: `Rulebook does not evaluate ${parsed.what} in an assert.` };
  const filler = createFiller(resolve, system, answers?.resolve);
  const fill = (part: string) => filler.fill(quotedSegments(part));
  const { subject } = parsed;
  const filledSubject =
    subject.kind === 'path'
      ? { ...subject, path: fill(subject.path) }
      : subject.kind === 'header'
        ? { ...subject, name: { ...subject.name, text: fill(subject.name.text) } }
        : subject;
  const expected = fill(parsed.expected?.text ?? '');
  onUses?.(usesOf(filler, answers));
  if (filler.problem !== undefined) return { problem: filler.problem };
  if (filler.unresolved.length > 0) return { problem: `The variable ${filler.unresolved.join(', ')} has no value.` };
  if (filledSubject.kind === 'path' && subject.kind === 'path' && filledSubject.path !== subject.path) {
    const problem = pathProblem(filledSubject.path);
    if (problem !== undefined) return { problem };
  }
  const secrets = [...filler.secrets, ...(answers?.secretsFor(filler.used) ?? [])];
  return { assert: { ...parsed, subject: filledSubject }, expected, secrets };
}

/** Returns the text as literals and variables; the value of a variable in a JSON string is escaped. */
function quotedSegments(text: string): readonly Segment[] {
  if (!/^["[{]/.test(text)) return segmentsOf(text);
  let isInString = false;
  return segmentsOf(text).map((segment) => {
    if (typeof segment !== 'string') return isInString ? { ...segment, isInString } : segment;
    for (const [quote] of segment.matchAll(/\\.|"/gs)) if (quote === '"') isInString = !isInString;
    return segment;
  });
}

/** What asserts read of the response; its body is parsed once. */
interface Reader {
  readonly response: ReceivedResponse;
  readonly json: () => JsonText | undefined;
}

function createReader(response: ReceivedResponse): Reader {
  let read: { readonly text: JsonText | undefined } | undefined;
  return { response, json: () => (read ??= { text: readJsonText(response.body) }).text };
}

/** The values that an assert compares; the mode says what several of them mean. */
interface Values {
  readonly values: readonly ReceivedValue[];
  readonly mode: 'one' | 'each' | 'any';
  readonly isSecret?: boolean;
  /** Further secrets in the values. */
  readonly secrets?: readonly string[];
}

function evaluate(filled: Filled, reader: Reader, context: AssertContext): Evaluated {
  if ('problem' in filled) return { outcome: 'unevaluated', message: filled.problem, secrets: [] };
  const { assert, expected, secrets } = filled;
  if (assert.subject.kind === 'description') return { ...compareWithDescription(context), secrets };
  if (assert.subject.kind === 'schema')
    return { ...compareWithSchema(assert.subject.file.text, reader, context), secrets };
  const found =
    assert.subject.kind === 'expression' ? valueOf(assert.subject, context) : valuesOf(assert, reader, context);
  if ('problem' in found) return { outcome: 'unevaluated', message: found.problem, secrets };
  const isNothing = assert.isScript === true && expected === 'undefined';
  const wanted =
    assert.subject.kind === 'duration' ? String(millisecondsOf(expected) ?? expected) : isNothing ? 'null' : expected;
  return {
    ...compare(assert, wanted, found),
    isSecret: found.isSecret === true,
    secrets: [...secrets, ...(found.secrets ?? [])],
  };
}

function valueOf(
  { code }: Extract<Assert['subject'], { kind: 'expression' }>,
  { expressions }: AssertContext,
): Values | { readonly problem: string } {
  const found = expressions?.(code.text);
  if (found === undefined) return { problem: 'No scripts are run here, and this expression is JavaScript.' };
  if ('problem' in found) return found;
  const read = readJsonText(found.json);
  const items = read === undefined ? [] : itemsOf({ source: read.source, node: read.root });
  // Whether the assert holds says as much as `true` or `false`.
  const isSecret = found.isKeptBack === true && !/^\[(?:true|false)?\]$/.test(found.json);
  return { values: items.map((item) => ({ kind: 'json', item })), mode: 'one', secrets: found.secrets, isSecret };
}

function compareWithDescription({ differences }: AssertContext): Omit<Evaluated, 'secrets'> {
  const found = differences();
  if (found === undefined)
    return {
      outcome: 'unevaluated',
      message: 'No description of this operation is known, so the response cannot be compared.',
    };
  return resultOfDifferences(found, 'as described');
}

function compareWithSchema(
  file: string,
  reader: Reader,
  { schemaDifferences }: AssertContext,
): Omit<Evaluated, 'secrets'> {
  const found = schemaDifferences?.(file);
  if (found === undefined)
    return {
      outcome: 'unevaluated',
      message: 'No file of a schema can be read here, so the response cannot be compared.',
    };
  const problem = 'problem' in found ? found.problem : bodyProblem(reader.response);
  if (problem !== undefined) return { outcome: 'unevaluated', message: problem };
  const expected = 'as the schema says';
  if (reader.json() === undefined)
    return { outcome: 'failed', expected, received: reader.response.body === '' ? 'no body' : 'no JSON' };
  return resultOfDifferences('differences' in found ? found.differences : [], expected);
}

function resultOfDifferences(found: readonly string[], expected: string): Omit<Evaluated, 'secrets'> {
  const [first, ...others] = found;
  if (first === undefined) return { outcome: 'passed' };
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return { outcome: 'failed', expected, received: `${first.replace(/\.$/, '')}${more}` };
}

function valuesOf(assert: Assert, reader: Reader, { durations }: AssertContext): Values | { readonly problem: string } {
  const { subject, operator } = assert;
  const { response } = reader;
  switch (subject.kind) {
    case 'status':
      return { values: [json(String(response.status))], mode: 'one' };
    case 'duration': {
      const time = assertedDuration(response.duration, durations, subject.statistic);
      return { values: [json(String(Math.round(time)))], mode: 'one' };
    }
    case 'header': {
      const { text } = subject.name;
      const fields = response.headers.filter(([name]) => name.toLowerCase() === text.toLowerCase());
      const values = fields.map(([, value]): ReceivedValue => ({ kind: 'text', text: value }));
      return { values, mode: 'any', isSecret: isSecretMember(text) };
    }
    case 'body':
    case 'path': {
      const problem = bodyProblem(response);
      if (problem !== undefined) return { problem };
      return subject.kind === 'body' ? valuesOfBody(subject.isLength, operator, reader) : valuesAt(subject, reader);
    }
    case 'description':
    case 'schema':
    case 'expression':
      return { values: [], mode: 'one' };
  }
}

function bodyProblem({ isTruncated, binary, interruption }: ReceivedResponse): string | undefined {
  if (binary !== undefined) return `The body is not text: ${binary}.`;
  if (interruption !== undefined) return 'The response is incomplete.';
  return isTruncated ? 'The body is too large to be kept, so it cannot be compared.' : undefined;
}

/** The body counts as JSON where its type matters; its text is what other operators compare. */
function valuesOfBody(isLength: boolean, operator: Assert['operator'], reader: Reader): Values {
  const { body, headers } = reader.response;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'json';
  const isText = ['startsWith', 'endsWith', 'matches', 'includes'].includes(operator);
  const text = /json/i.test(type) && (isLength || !isText) ? reader.json() : undefined;
  if (text !== undefined) {
    const item: JsonItem = { source: text.source, node: text.root };
    return { values: isLength ? lengthsOf([item], true) : [{ kind: 'json', item }], mode: 'one' };
  }
  if (isLength) return { values: [json(String([...body].length))], mode: 'one' };
  // An assert has no line end, so the one at the end of the body does not count.
  const shown = operator === '==' || operator === '!=' ? body.replace(/\r?\n$/, '') : body;
  return { values: body === '' ? [] : [{ kind: 'text', text: shown }], mode: 'one' };
}

function valuesAt(
  { path, isLength, mayBeMember }: Extract<Assert['subject'], { kind: 'path' }>,
  reader: Reader,
): Values | { readonly problem: string } {
  const text = reader.json();
  if (text === undefined)
    return {
      problem:
        reader.response.body === ''
          ? 'The response has no body.'
          : 'The body is not JSON, so it has no values at a JSONPath.',
    };
  const found = selectValues(text, path);
  if ('problem' in found) return found;
  const [only] = found.items;
  if (isLength && mayBeMember && only && kindOf(only) === 'object')
    return valuesAt({ kind: 'path', path: `${path}['length']`, isLength: false }, reader);
  if (isLength) return { values: lengthsOf(found.items, found.isSingular), mode: 'one' };
  const values = found.items.map((item): ReceivedValue => ({ kind: 'json', item }));
  return { values, mode: found.isSingular ? 'one' : 'each', isSecret: found.items.some(isSecretItem) };
}

/** Returns the length of one value, or the number of those that the path has selected. */
function lengthsOf(items: readonly JsonItem[], isSingular: boolean): readonly ReceivedValue[] {
  const [item] = items;
  if (!isSingular) return [json(String(items.length))];
  if (item === undefined) return [];
  switch (kindOf(item)) {
    case 'array':
      return [json(String(itemsOf(item).length))];
    case 'object':
      return [json(String(membersOf(item).size))];
    case 'string':
      return [json(String([...textOfItem(item)].length))];
    default:
      return [];
  }
}

/** Returns whether the value is under the name of a secret, also as an item of a list; the members of an object have names of their own. */
function isSecretItem({ node }: JsonItem): boolean {
  for (let parent = node.parent; parent !== undefined && parent.type !== 'object'; parent = parent.parent) {
    const [name] = parent.type === 'property' ? (parent.children ?? []) : [];
    if (name && name !== node && isSecretMember(String(name.value)))
      return node.type === 'string' || node.type === 'number';
  }
  return false;
}

function json(source: string): ReceivedValue {
  return { kind: 'json', item: literalOf(source) };
}

function compare(assert: Assert, expected: string, { values, mode }: Values): Omit<Evaluated, 'secrets'> {
  const { operator, isNegated } = assert;
  const about = { expected: describeExpected(assert, expected, values), received: describeReceived(assert, values) };
  const [first] = values;
  if (first === undefined) {
    // What is not there is false, and equal to nothing.
    const isAbsence = operator === 'exists' || operator === 'isTrue' || operator === 'isFalse';
    const isEqual = assert.isScript === true && (operator === '==' || operator === '!=');
    const holdsThen = isEqual
      ? ((expected === 'null') === (operator === '==')) !== isNegated
      : isAbsence && (operator === 'isFalse') !== isNegated;
    return { ...about, outcome: holdsThen ? 'passed' : 'failed' };
  }
  const outcome = combined(assert, expected, values, mode);
  if (typeof outcome === 'string') return { ...about, outcome: 'failed', message: outcome };
  return { ...about, outcome: outcome !== isNegated ? 'passed' : 'failed' };
}

/** Returns whether the operator holds for the values; a sentence when they cannot be compared. */
function combined(
  { operator }: Assert,
  expected: string,
  values: readonly ReceivedValue[],
  mode: Values['mode'],
): boolean | string {
  const results = values.map((value) => holds(operator, value, expected));
  if (mode === 'one') return results[0] ?? false;
  if (mode === 'any') return operator === '!=' ? results.every((result) => result === true) : someOf(results);
  if (operator === '==' || operator === '!=') {
    const wanted = literalOf(expected);
    const items = values.flatMap((value) => (value.kind === 'json' ? [value.item] : []));
    if (kindOf(wanted) === 'array' && !items.every((item) => kindOf(item) === 'array'))
      return isListOf(wanted, items) === (operator === '==');
  }
  if (operator === 'includes')
    return someOf(values.map((value, index) => holds('==', value, expected) === true || (results[index] ?? false)));
  return results.find((result) => result !== true) ?? true;
}

function someOf(results: readonly (boolean | string)[]): boolean | string {
  if (results.includes(true)) return true;
  return results.find((result) => typeof result === 'string') ?? false;
}

function isListOf(wanted: JsonItem, items: readonly JsonItem[]): boolean {
  const expected = itemsOf(wanted);
  return (
    expected.length === items.length &&
    expected.every((item, index) => {
      const other = items[index];
      return other !== undefined && holds('==', { kind: 'json', item: other }, textWritten(item)) === true;
    })
  );
}

function textWritten({ source, node }: JsonItem): string {
  return source.slice(node.offset, node.offset + node.length);
}
