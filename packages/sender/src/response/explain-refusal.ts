import type { Binding } from '@rulebook/checker/binding/model';
import type { Finding } from '@rulebook/checker/rules/rule';
import type { JsonNode } from '@rulebook/json/json-node';
import { span, type Span } from '@rulebook/text/span';
import { refusalProblems, type RefusalProblem } from './refusal-problems';

/** A response that refuses a request. */
export interface Refused {
  readonly status: number;
  /** With secrets masked. */
  readonly body: string;
}

/** Why a service refused a request, and where in the request that is. */
export interface ExplainedRefusal {
  readonly message: string;
  /** Counts from the start of the block. */
  readonly span: Span;
  /** The rule that reports the same, with its quick fixes. */
  readonly rule?: string;
}

/** Statuses that are about credentials, time and limits, not about the text of the request. */
const otherCauses: readonly number[] = [401, 407, 408, 423, 425, 429];
/** Statuses that say that the request itself is wrong, whatever part of it. */
const wrongRequest: readonly number[] = [400, 405, 406, 411, 412, 413, 414, 415, 422, 428, 431];

/** Connects what a service says about a refused request with the parts of the request and with the findings about them. */
export function explainRefusal(
  binding: Binding,
  { status, body }: Refused,
  findings: readonly Finding[],
): readonly ExplainedRefusal[] {
  if (status < 400 || status > 499 || otherCauses.includes(status)) return [];
  const parts = partsOfRequest(binding);
  const explained = new Map<string, ExplainedRefusal>();
  for (const problem of refusalProblems(body, binding.service?.refusals)) {
    const place = placeOfProblem(problem, binding, parts, findings);
    if (place === undefined && !wrongRequest.includes(status)) continue;
    const message = `The service responded with ${status}: ${problem.message}`;
    const found = { message, ...(place ?? { span: binding.request.lineSpan }) };
    explained.set(`${found.span.start} ${message}`, found);
  }
  return [...explained.values()];
}

function placeOfProblem(
  { message, names, position }: RefusalProblem,
  binding: Binding,
  parts: readonly Part[],
  findings: readonly Finding[],
): Pick<ExplainedRefusal, 'span' | 'rule'> | undefined {
  const same = findings.find((finding) => finding.message === message);
  if (same !== undefined) return { span: same.span, rule: same.rule };
  const at = position && partAt(binding, parts, position);
  const part = names.map((name) => partNamed(parts, name)).find((found) => found !== undefined) ?? at;
  if (part === undefined) return undefined;
  const ofPart = findings.filter((finding) => overlap(finding.span, part.anchor) || overlap(finding.span, part.value));
  const [first] = [...ofPart].sort((a, b) => weightOf(b) - weightOf(a));
  return first === undefined ? { span: part.anchor } : { span: first.span, rule: first.rule };
}

/** A part of a request that has a name. */
interface Part {
  /** The names of the members that lead to it, joined by dots. */
  readonly path: string;
  /** What stands for it: its key. */
  readonly anchor: Span;
  readonly value: Span;
}

/** The most parts of a body that are searched. */
const maxParts = 20_000;

function partsOfRequest({ request, path, form }: Binding): readonly Part[] {
  const found: Part[] = [];
  if (request.body?.kind === 'json') for (const value of request.body.values) addMembers(value, found);
  // Of a path, services name the value: "no such index [logs]".
  for (const { field, span: value, text } of path) {
    for (const name of [field.name, text]) if (name !== '') found.push({ path: name, anchor: value, value });
  }
  for (const { name, span: value } of [...request.target.query, ...(form?.parts ?? [])]) {
    found.push({ path: name.text, anchor: name.span, value });
  }
  for (const { name } of request.headers) found.push({ path: name.text, anchor: name.span, value: name.span });
  return found;
}

function addMembers(root: JsonNode, found: Part[]): void {
  const open: (readonly [node: JsonNode, path: string])[] = [[root, '']];
  for (let at = 0; at < Math.min(open.length, maxParts) && found.length < maxParts; at++) {
    const [node, path] = open[at] ?? [root, ''];
    for (const [index, child] of (node.children ?? []).entries()) {
      const [keyNode, value] = node.type === 'object' ? (child.children ?? []) : [undefined, child];
      const name = keyNode === undefined ? String(index) : String(keyNode.value);
      const inner = path === '' ? name : `${path}.${name}`;
      if (keyNode !== undefined) found.push({ path: inner, anchor: spanOf(keyNode), value: spanOf(child) });
      if (value?.children !== undefined) open.push([value, inner]);
    }
  }
}

function spanOf({ offset, length }: JsonNode): Span {
  return span(offset, offset + length);
}

/** Returns the part of this name or path; the outermost of several. */
function partNamed(parts: readonly Part[], name: string): Part | undefined {
  const plain = name.replace(/\[(\w+)\]/g, '.$1').toLowerCase();
  return (
    parts.find(({ path }) => path.toLowerCase() === plain) ??
    parts.find(({ path }) => path.toLowerCase().endsWith(`.${plain}`)) ??
    // A name such as `index.number_of_shards` also names what is written without its first part.
    parts.find(({ path }) => plain.includes('.') && plain.endsWith(`.${path.toLowerCase()}`))
  );
}

/** Returns the innermost part of the body at a position, which counts in the body as it is written. */
function partAt(
  { block, request }: Binding,
  parts: readonly Part[],
  { line, column }: NonNullable<RefusalProblem['position']>,
): Part | undefined {
  const body = request.body?.span;
  if (body === undefined) return undefined;
  const lines = block.text.slice(body.start, body.end).split('\n');
  const before = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0);
  const at = body.start + before + column - 1;
  // A parser stops behind what it could not read.
  const around = parts.filter(({ value }) => value.start <= at && at <= value.end + 1);
  return around.reduce<Part | undefined>(
    (inner, part) => (inner === undefined || lengthOf(part.value) < lengthOf(inner.value) ? part : inner),
    undefined,
  );
}

function weightOf({ severity, isRefused }: Finding): number {
  return (isRefused === true ? 8 : 0) + { error: 4, warning: 3, information: 2, hint: 1 }[severity];
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

function overlap(a: Span, b: Span): boolean {
  const common = span(Math.max(a.start, b.start), Math.min(a.end, b.end));
  return common.start < common.end;
}
