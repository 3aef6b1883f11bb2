import { isRecord } from '@rulebook/json/is-record';
import { bulkActions } from '@rulebook/search-cluster/facts/bulk';
import { outlineOf } from './json-text';
import { readWithLiterals } from './literals';
import { isProblem, problem, type Problem } from './problem';
import { readUpdate, type UpdateRequest } from './update-body';
import { isTooDeep } from './values';
import { readCondition, refuseId, type WriteCondition } from './write-parameters';
import { readJson } from '@rulebook/sandbox/wire';

type Members = Readonly<Record<string, unknown>>;

/** An action of a bulk body with its document. */
export interface BulkStep {
  readonly action: string;
  readonly metadata: Members;
  readonly condition: WriteCondition;
  /** Absent for an action without a document; a problem if the line is none, which concerns this action alone. */
  readonly document?: Members | Problem;
  /** Set for an update. */
  readonly update?: UpdateRequest;
}

/** What each action can say of its document, apart from the members that depend on the service's version. */
const metadataNames: ReadonlySet<string> = new Set([
  ...['_id', '_index', '_source', 'dynamic_templates', 'if_primary_term', 'if_seq_no', 'list_executed_pipelines'],
  ...['op_type', 'pipeline', 'require_alias', 'require_data_stream', 'retry_on_conflict', 'routing', 'version'],
  'version_type',
]);

/** Reads the lines of a bulk body; an unreadable action refuses the whole body. Empty lines before an action are skipped. */
export function readBulkLines(body: string, hasEqualKeys: boolean, areSingle = false): readonly BulkStep[] | Problem {
  if (body === '') return problem('A body is required.', { type: 'parse_exception' });
  if (!body.endsWith('\n')) return problem('The last line of the body must end with a line end, too.');
  const lines = body.split('\n').slice(0, -1);
  const steps: BulkStep[] = [];
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]?.trim() ?? '';
    if (text === '') continue;
    const read = (areSingle ? refuseExcess(text, at + 1) : undefined) ?? readAction(text, at + 1, hasEqualKeys);
    if (isProblem(read)) return read;
    const action = bulkActions.find(({ name }) => name === read.action);
    if (action?.document === undefined) {
      steps.push(read);
      continue;
    }
    const line = lines[++at];
    // The service ignores a last action without a document.
    if (line === undefined) break;
    const step = withDocument(read, line.trim(), hasEqualKeys);
    if (isProblem(step)) return step;
    steps.push(step);
  }
  return steps.length > 0
    ? steps
    : { ...invalid('The body contains no action with what it needs.'), rule: 'missing-document' };
}

function readAction(text: string, number: number, hasEqualKeys: boolean): BulkStep | Problem {
  const outline = outlineOf(text);
  if (hasEqualKeys && outline.hasEqualKeys) return unreadable('x_content_parse_exception', number);
  // The service reads one value, and stops after the action in it.
  const read = readJson(text) ?? readJson(text.slice(0, outline.end)) ?? readCut(text);
  if (read === undefined)
    return unreadable(outline.endsEarly ? 'x_content_e_o_f_exception' : 'x_content_parse_exception', number);
  const { value } = read;
  const [name, metadata] = isRecord(value) ? (Object.entries(value)[0] ?? []) : [];
  if (!bulkActions.some((action) => action.name === name) || !isRecord(metadata))
    return problem(`Line ${String(number)} is not an action.`);
  return checkAction({ action: name ?? '', metadata }, number);
}

/** Returns why servers of version 9 refuse a line: it has a second action. */
function refuseExcess(text: string, number: number): Problem | undefined {
  const value = readJson(text)?.value;
  if (!isRecord(value) || Object.keys(value).length < 2) return undefined;
  return problem(`Line ${String(number)} has several actions.`);
}

/** It does not miss a closing bracket behind the action. */
function readCut(text: string): ReturnType<typeof readJson> {
  return /\}$/.test(text) ? readJson(`${text}}`) : undefined;
}

function checkAction({ action, metadata }: Pick<BulkStep, 'action' | 'metadata'>, number: number): BulkStep | Problem {
  const wrong = Object.entries(metadata).find(
    ([name, value]) =>
      !metadataNames.has(name) ||
      (typeof value === 'object' && value !== null && name !== '_source' && name !== 'dynamic_templates'),
  );
  if (wrong) return problem(`The action in line ${String(number)} takes no such [${wrong[0]}].`);
  const flag = ['require_alias', 'require_data_stream', 'list_executed_pipelines'].find(
    (name) => !['true', 'false'].includes(String(metadata[name] ?? 'false')),
  );
  if (flag !== undefined) return problem(`[${flag}] in line ${String(number)} must be \`true\` or \`false\`.`);
  const isCreation = action === 'create' || (action === 'index' && metadata.op_type === 'create');
  const name = isCreation ? 'create' : action;
  const condition = readCondition(metadata, { isCreation, isUpdate: action === 'update' });
  if (isProblem(condition)) return condition;
  const id = idOf(metadata);
  if (id === undefined && (action === 'update' || action === 'delete'))
    return invalid(`The action [${action}] needs an [_id].`);
  return (id === undefined ? undefined : refuseId(id)) ?? { action: name, metadata, condition };
}

function withDocument(step: BulkStep, text: string, hasEqualKeys: boolean): BulkStep | Problem {
  const value = readWithLiterals(text)?.value;
  if (step.action !== 'update') {
    const isDouble = hasEqualKeys && outlineOf(text).hasEqualKeys;
    if (value === undefined || isDouble || isTooDeep(value))
      return { ...step, document: problem('The document cannot be read.', { type: 'document_parsing_exception' }) };
    const noObject = { type: 'document_parsing_exception', rule: 'malformed-line' };
    return { ...step, document: isRecord(value) ? value : problem('The document must be an object.', noObject) };
  }
  const update = readUpdate(value);
  return isProblem(update) ? update : { ...step, update };
}

/** Returns the id of an action's document. */
export function idOf({ _id }: BulkStep['metadata']): string | undefined {
  return typeof _id === 'string' ? _id : typeof _id === 'number' || typeof _id === 'boolean' ? String(_id) : undefined;
}

function invalid(reason: string): Problem {
  return problem(reason, { type: 'action_request_validation_exception' });
}

function unreadable(type: string, line: number): Problem {
  return problem(`Line ${String(line)} is not valid JSON.`, { type });
}
