import { selectNodes } from '@rulebook/json/select-nodes';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { AssertContext, ExpressionValue, SchemaDifferences, SnapshotOutcome } from '../asserts/evaluate-asserts';
import { readJsonText } from '../asserts/json-values';
import type { PlannedAssert } from '../plan/plan';
import type { ReceivedResponse } from '../plan/response';
import { reasonOf } from '../refusal';
import { describeResponse } from '../response/describe-response';
import type { Sending } from '../send/sending';
import type { ScriptsOfRequest } from './scripts-for';

/** Compares a response with the JSON Schemas that its asserts name. */
export async function schemasFor(
  asserts: readonly PlannedAssert[],
  { plan, ports: { files: known } }: Sending,
  { response, secrets }: Pick<AssertContext, 'response' | 'secrets'>,
): Promise<Pick<AssertContext, 'schemaDifferences'>> {
  const wanted = asserts.flatMap(({ text }) => {
    const parsed = parseAssert(text);
    return parsed.kind === 'assert' && parsed.subject.kind === 'schema' ? [parsed.subject] : [];
  });
  const { compareWithSchema } = known;
  if (wanted.length === 0 || compareWithSchema === undefined) return {};
  const found = new Map<string, SchemaDifferences>();
  for (const { file, path } of wanted) {
    const bodies = path === undefined ? [response.body] : valuesAtPath(response.body, path);
    const key = keyOfSchema(file.text, path);
    if (found.has(key)) continue;
    if (bodies.length === 0) {
      found.set(key, { differences: ['no value'] });
      continue;
    }
    const differences: string[] = [];
    for (const body of bodies) {
      const result = await compareWithSchema(shownBody({ ...response, body }, secrets), file.text, plan);
      if ('cause' in result) found.set(key, { problem: reasonOf(result) });
      else differences.push(...result.map(({ message }) => message));
    }
    if (!found.has(key)) found.set(key, { differences });
  }
  return { schemaDifferences: (file, path) => found.get(keyOfSchema(file, path)) };
}

function keyOfSchema(file: string, path = ''): string {
  return JSON.stringify([file, path]);
}

/** So many values at a path are compared at most. */
const maxValues = 1000;

/** Returns the values at a JSONPath as JSON; none where the body is not JSON. */
function valuesAtPath(body: string, path: string): readonly string[] {
  const text = readJsonText(body);
  const found = text && selectNodes(text.root, path, maxValues);
  if (text === undefined || typeof found !== 'object') return [];
  return found.map(({ offset, length }) => text.source.slice(offset, offset + length));
}

/** A schema is about the body alone, which is JSON whatever its type says. */
function shownBody(response: ReceivedResponse, secrets: readonly string[]): string {
  const headers = [['Content-Type', 'application/json']] as const;
  return describeResponse({ ...response, headers, redirects: [] }, { secrets });
}

/** Compares a response with the snapshots that its asserts ask for. */
export async function snapshotsFor(
  asserts: readonly PlannedAssert[],
  { plan, ports: { files } }: Sending,
  { response, secrets }: Pick<AssertContext, 'response' | 'secrets'>,
): Promise<Pick<AssertContext, 'snapshots'>> {
  const found = new Map<string, SnapshotOutcome>();
  for (const { text } of asserts) {
    const parsed = parseAssert(text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'snapshot' || files.compareWithSnapshot === undefined)
      continue;
    const ignored = parsed.subject.ignored.map((one) => one.text);
    found.set(text, await files.compareWithSnapshot(plan, response, { secrets, ignored }));
  }
  return found.size === 0 ? {} : { snapshots: (assert) => found.get(assert) };
}

/** Evaluates the expressions of JavaScript of asserts; `onUses` takes the private values that they have read. */
export async function expressionsFor(
  asserts: readonly PlannedAssert[],
  { evaluate }: ScriptsOfRequest,
  received: Parameters<ScriptsOfRequest['evaluate']>[1],
  onUses: NonNullable<AssertContext['onUses']>,
): Promise<Pick<AssertContext, 'expressions'>> {
  const found = new Map<string, ExpressionValue | undefined>();
  for (const { text } of asserts) {
    const parsed = parseAssert(text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'expression') continue;
    const { text: code } = parsed.subject.code;
    const value = await evaluate(code, received);
    onUses(value?.uses ?? []);
    found.set(code, value);
  }
  return found.size === 0 ? {} : { expressions: (code) => found.get(code) };
}
