import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { isDigest } from '@rulebook/request-file/syntax/asserts/measures';
import type { Assert, Digest, Measure } from '@rulebook/request-file/syntax/asserts/parsed-assert';
import { createXmlSelector, markupKindOf } from '@rulebook/xml/select-xml';
import type { ReceivedResponse } from '../plan/response';
import { assertedDuration } from './duration-statistic';
import { literalOf, type ReceivedValue } from './compare';
import { itemsOf, kindOf, membersOf, readJsonText, textOfItem, type JsonItem, type JsonText } from './json-values';
import { selectValues } from './select-values';

/** What asserts read of the response; its body is parsed once. */
export interface Reader {
  readonly response: ReceivedResponse;
  readonly json: () => JsonText | undefined;
  readonly xml: (xpath: string) => ReturnType<ReturnType<typeof createXmlSelector>>;
  /** Absent where no digests are made. */
  readonly digest?: DigestOf | undefined;
}

/** Returns the digest of bytes, or of a text in UTF-8, in hexadecimal digits. */
export type DigestOf = (digest: Digest, content: Uint8Array | string) => string;

/** Returns what reads a response. */
export function createReader(response: ReceivedResponse, digest?: DigestOf): Reader {
  let read: { readonly text: JsonText | undefined } | undefined;
  let xml: ReturnType<typeof createXmlSelector> | undefined;
  return {
    ...{ response, digest },
    json: () => (read ??= { text: readJsonText(response.body) }).text,
    xml: (xpath) =>
      (xml ??= createXmlSelector(response.body, markupKindOf(contentTypeOf(response) ?? '', response.body)))(xpath),
  };
}

/** The values that an assert compares; the mode says what several of them mean. */
export interface Values {
  readonly values: readonly ReceivedValue[];
  readonly mode: 'one' | 'each' | 'any';
  readonly isSecret?: boolean;
  /** Further secrets in the values. */
  readonly secrets?: readonly string[];
}

/** Returns the values that an assert is about, or why there are none, in a sentence. */
export function valuesOf(
  { subject, operator }: Assert,
  reader: Reader,
  { durations }: { readonly durations?: readonly number[] | undefined } = {},
): Values | { readonly problem: string } {
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
    case 'path':
    case 'xpath': {
      const problem = bodyProblem(response, subject.kind === 'body' && isDigest(subject.measure));
      if (problem !== undefined) return { problem };
      if (subject.kind === 'xpath') return valuesAtXpath(subject, reader);
      return subject.kind === 'body' ? valuesOfBody(subject.measure, operator, reader) : valuesAt(subject, reader);
    }
    case 'description':
    case 'schema':
    case 'snapshot':
    case 'expression':
      return { values: [], mode: 'one' };
  }
}

/** Returns why the body cannot be compared; `isOfBytes`: only its bytes count. */
export function bodyProblem(
  { isTruncated, binary, interruption }: ReceivedResponse,
  isOfBytes = false,
): string | undefined {
  if (binary !== undefined && !isOfBytes) return `The body is not text: ${binary}.`;
  if (interruption !== undefined) return 'The response is incomplete.';
  return isTruncated ? 'The body is too large to be kept, so it cannot be compared.' : undefined;
}

/** The body counts as JSON where its type matters; its text is what other operators compare. */
function valuesOfBody(
  measure: Measure | undefined,
  operator: Assert['operator'],
  reader: Reader,
): Values | { readonly problem: string } {
  const { body, bytes, binary } = reader.response;
  if (isDigest(measure)) {
    if (bytes === undefined && binary !== undefined) return { problem: 'The bytes of the body were not kept.' };
    return digestsOf([bytes ?? body], measure, reader);
  }
  const isLength = measure !== undefined;
  const type = contentTypeOf(reader.response) ?? 'json';
  const isText = ['startsWith', 'endsWith', 'matches', 'includes'].includes(operator);
  const text = /json/i.test(type) && (isLength || !isText) ? reader.json() : undefined;
  if (text !== undefined) {
    const item: JsonItem = { source: text.source, node: text.root };
    return { values: isLength ? lengthsOf([item], true, measure) : [{ kind: 'json', item }], mode: 'one' };
  }
  if (measure === 'count') return { problem: 'The body is not JSON, so nothing in it can be counted.' };
  if (isLength) return { values: [json(String([...body].length))], mode: 'one' };
  // An assert has no line end, so the one at the end of the body does not count.
  const shown = operator === '==' || operator === '!=' ? body.replace(/\r?\n$/, '') : body;
  return { values: body === '' ? [] : [{ kind: 'text', text: shown }], mode: 'one' };
}

function valuesAt(
  { path, measure, mayBeMember }: Extract<Assert['subject'], { kind: 'path' }>,
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
  if (mayBeMember && only && kindOf(only) === 'object')
    return valuesAt({ kind: 'path', path: `${path}['length']` }, reader);
  if (isDigest(measure)) {
    const isSecret = found.items.some(isSecretItem);
    return { ...digestsOf(found.items.map(textOfItem), measure, reader, found.isSingular), isSecret };
  }
  if (measure !== undefined) return { values: lengthsOf(found.items, found.isSingular, measure), mode: 'one' };
  const values = found.items.map((item): ReceivedValue => ({ kind: 'json', item }));
  return { values, mode: found.isSingular ? 'one' : 'each', isSecret: found.items.some(isSecretItem) };
}

/** Returns the length of one value, or the number of those that the path has selected. A text has a length, and nothing that could be counted. */
function lengthsOf(
  items: readonly JsonItem[],
  isSingular: boolean,
  measure: Exclude<Measure, Digest>,
): readonly ReceivedValue[] {
  const [item] = items;
  if (!isSingular) return [json(String(items.length))];
  if (item === undefined) return [];
  switch (kindOf(item)) {
    case 'array':
      return [json(String(itemsOf(item).length))];
    case 'object':
      return [json(String(membersOf(item).size))];
    case 'string':
      return measure === 'count' ? [] : [json(String([...textOfItem(item)].length))];
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

/** Returns the digests of some contents. */
function digestsOf(
  contents: readonly (Uint8Array | string)[],
  digest: Digest,
  { digest: make }: Reader,
  isOne = true,
): Values | { readonly problem: string } {
  if (make === undefined) return { problem: `No digests are made here, so \`${digest}\` cannot be compared.` };
  const values = contents.map((content): ReceivedValue => ({ kind: 'text', text: make(digest, content) }));
  return { values, mode: isOne ? 'one' : 'each' };
}

function valuesAtXpath(
  { path, measure }: Extract<Assert['subject'], { kind: 'xpath' }>,
  reader: Reader,
): Values | { readonly problem: string } {
  if (reader.response.body === '') return { problem: 'The response has no body.' };
  const found = reader.xml(path);
  if ('problem' in found) return found;
  const texts = found.kind === 'nodes' ? found.texts : [String(found.value)];
  // What is under the name of a secret is one.
  const isSecret = [...path.matchAll(/[\w-]+/g)].some(([name]) => isSecretMember(name));
  if (isDigest(measure)) return { ...digestsOf(texts, measure, reader, texts.length < 2), isSecret };
  if (measure === 'count') return { values: [json(String(texts.length))], mode: 'one' };
  if (found.kind === 'value' && measure === undefined)
    return {
      values: [typeof found.value === 'string' ? text(found.value) : json(texts[0] ?? '')],
      mode: 'one',
      isSecret,
    };
  if (measure === 'length' && texts.length > 1) return { values: [json(String(texts.length))], mode: 'one' };
  const values = texts.map((one) => (measure === 'length' ? json(String([...one].length)) : text(one)));
  return { values, mode: values.length > 1 ? 'each' : 'one', isSecret };
}

function text(value: string): ReceivedValue {
  return { kind: 'text', text: value };
}

function contentTypeOf({ headers }: ReceivedResponse): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

function json(source: string): ReceivedValue {
  return { kind: 'json', item: literalOf(source) };
}
