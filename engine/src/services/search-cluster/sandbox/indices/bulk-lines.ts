import { bulkActions } from '../../catalogue/bulk';
import { problem, type Problem } from './problem';
import { isTooDeep } from './values';
import { isRecord, readJson } from '../../../../sandbox/wire';

/** An action of a bulk body with its document. */
export interface BulkStep {
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Absent for an action without a document. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/** Reads the lines of a bulk body; one unreadable line refuses the whole body. Empty lines are skipped. */
export function readBulkLines(body: string): readonly BulkStep[] | Problem {
  if (body.trim() === '') return refusedLine('The body must contain an action.');
  if (!body.endsWith('\n')) return refusedLine('The last line of the body must end with a line end, too.');
  const lines = body.split('\n').map((text, index) => ({ text: text.trim(), number: String(index + 1) }));
  const steps: BulkStep[] = [];
  let waiting: Omit<BulkStep, 'document'> | undefined;
  for (const { text, number } of lines) {
    if (text === '') continue;
    const value = readJson(text)?.value;
    if (!isRecord(value) || isTooDeep(value)) return refusedLine(`Line ${number} is not a JSON object.`);
    if (waiting) {
      steps.push({ ...waiting, document: value });
      waiting = undefined;
      continue;
    }
    const [entry, more] = Object.entries(value);
    const action = bulkActions.find(({ name }) => name === entry?.[0]);
    if (!entry || more || !action || !isRecord(entry[1])) return refusedLine(`Line ${number} is not an action.`);
    const step = { action: action.name, metadata: entry[1] };
    if (action.document) waiting = step;
    else steps.push(step);
  }
  return waiting ? refusedLine('The document of the last action is missing.') : steps;
}

function refusedLine(reason: string): Problem {
  return problem(reason);
}
