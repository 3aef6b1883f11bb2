import { createMasker, type Masker } from '@rulebook/catalogue/masking/masker';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { millisecondsOf, parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { Assert } from '@rulebook/request-file/syntax/asserts/parsed-assert';
import { hexOfDigest, isDigest } from '@rulebook/request-file/syntax/asserts/measures';
import { pathProblem } from '@rulebook/request-file/syntax/asserts/paths';
import { xpathProblem } from '@rulebook/xml/select-xml';
import type { NamedResponses } from '../variables/named-responses';
import type { PlannedAssert, Segment } from '../plan/plan';
import type { ReceivedResponse } from '../plan/response';
import { secretsOfResponse } from '../plan/request-secrets';
import { usesOf, type PrivateUse } from '../private/private-sources';
import { createFiller } from '../variables/resolve-variables';
import { segmentsOf } from '../plan/segments';
import type { Resolve, SystemPorts } from '../variables/system-variables';
import type { AssertOutcome, AssertResult, SnapshotDifference } from './assert-result';
import { holds, literalOf, type ReceivedValue } from './compare';
import { describeExpected, describeReceived, explainFailure, shortenedValue } from './describe-assert';
import { itemsOf, kindOf, readJsonText, type JsonItem } from './json-values';
import { bodyProblem, createReader, valuesOf, type DigestOf, type Reader, type Values } from './received-values';

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
  readonly schemaDifferences?: (file: string, path?: string) => SchemaDifferences | undefined;
  /** Makes digests. Absent: there are none. */
  readonly digest?: DigestOf | undefined;
  /** Returns what the comparison with a snapshot has shown, by the text of its assert. Absent: there are no files. */
  readonly snapshots?: (assert: string) => SnapshotOutcome | undefined;
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

/** What a comparison with a snapshot has shown: it was written, or fits, or differs. */
export type SnapshotOutcome =
  | { readonly kind: 'written' | 'equal' }
  | ({ readonly kind: 'different'; readonly message: string } & SnapshotDifference)
  | { readonly problem: string };

/** What a comparison with a JSON Schema has shown. */
export type SchemaDifferences = { readonly differences: readonly string[] } | { readonly problem: string };

/** Evaluates the asserts of a request. Never throws; an assert that cannot be evaluated says why. */
export function evaluateAsserts(asserts: readonly PlannedAssert[], context: AssertContext): readonly AssertResult[] {
  if (asserts.length === 0) return [];
  const answer = createReader(context.response, context.digest);
  const secrets = [...context.secrets, ...secretsOfResponse(context.response)];
  const masker = createMasker(secrets);
  return asserts.map((assert) => {
    const found = evaluate(assert.text, parseFilled(assert.text, context), answer, context);
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
  /** The snapshot that differs. */
  readonly snapshot?: SnapshotDifference;
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
    ...(found.snapshot && { snapshot: found.snapshot }),
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
  const filler = createFiller(resolve, system, answers?.resolve);
  const fill = (part: string) => filler.fill(quotedSegments(part));
  const { subject } = parsed;
  const filledSubject =
    subject.kind === 'path' || subject.kind === 'xpath'
      ? { ...subject, path: fill(subject.path) }
      : subject.kind === 'header'
        ? { ...subject, name: { ...subject.name, text: fill(subject.name.text) } }
        : subject;
  const expected = fill(parsed.expected?.text ?? '');
  onUses?.(usesOf(filler, answers));
  if (filler.problem !== undefined) return { problem: filler.problem };
  if (filler.unresolved.length > 0) return { problem: `The variable ${filler.unresolved.join(', ')} has no value.` };
  if ('path' in filledSubject && 'path' in subject && filledSubject.path !== subject.path) {
    const { path = '' } = filledSubject;
    const problem = subject.kind === 'xpath' ? xpathProblem(path) : pathProblem(path);
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

function evaluate(text: string, filled: Filled, reader: Reader, context: AssertContext): Evaluated {
  if ('problem' in filled) return { outcome: 'unevaluated', message: filled.problem, secrets: [] };
  const { assert, expected, secrets } = filled;
  if (assert.subject.kind === 'description') return { ...compareWithDescription(context), secrets };
  if (assert.subject.kind === 'schema') return { ...compareWithSchema(assert.subject, reader, context), secrets };
  if (assert.subject.kind === 'snapshot') return { ...compareWithSnapshot(text, context), secrets };
  const found =
    assert.subject.kind === 'expression' ? valueOf(assert.subject, context) : valuesOf(assert, reader, context);
  if ('problem' in found) return { outcome: 'unevaluated', message: found.problem, secrets };
  const isNothing = assert.isScript === true && expected === 'undefined';
  const { subject } = assert;
  let wanted = isNothing ? 'null' : expected;
  if (subject.kind === 'duration') wanted = String(millisecondsOf(expected) ?? expected);
  else if ('measure' in subject && isDigest(subject.measure))
    wanted = hexOfDigest(subject.measure, expected) ?? expected;
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

function compareWithSnapshot(assert: string, { snapshots }: AssertContext): Omit<Evaluated, 'secrets'> {
  const found = snapshots?.(assert);
  if (found === undefined)
    return {
      outcome: 'unevaluated',
      message: 'No files can be written here, so there is no snapshot to compare the response with.',
    };
  if ('problem' in found) return { outcome: 'unevaluated', message: found.problem };
  if (found.kind !== 'different') return { outcome: 'passed' };
  return { outcome: 'failed', message: found.message, snapshot: found };
}

function compareWithSchema(
  { file: { text: file }, path }: Extract<Assert['subject'], { kind: 'schema' }>,
  reader: Reader,
  { schemaDifferences }: AssertContext,
): Omit<Evaluated, 'secrets'> {
  const found = schemaDifferences?.(file, path);
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
