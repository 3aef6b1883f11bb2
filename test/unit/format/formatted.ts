import { defaultFormat, type FormatOptions } from '../../../packages/engine/src/formatting/index';
import { createEngine, type CheckContext } from '../../../packages/engine/src/index';
import type { BodyAssociation } from '../../../packages/request-file/src/syntax/index';
import { applyEdits } from '../../../packages/text/src/edit';

const engine = createEngine();
const context: CheckContext = { endpoints: [], defaults: {} };
/** What is found in a request does not change what is sent. */
const planner = createEngine({ rules: [] });
const options = { context, severities: {} };

/** Returns the text of a request file, or of a JSON body, as it is formatted. */
export function formatted(text: string, given: Partial<FormatOptions> = {}, association?: BodyAssociation): string {
  const file = association ? engine.openBody(text, association) : engine.openFile(text);
  const edits = new Map(
    engine.format(file, { ...defaultFormat, ...given }, context).map(({ block, edits }) => [block, edits]),
  );
  return [...file.blocks].map((block, index) => applyEdits(block.text, edits.get(index) ?? [])).join('');
}

/** Returns what would be sent for each request, with the tokens of JSON bodies instead of their text. */
export function sentBy(text: string): readonly unknown[] {
  return [...planner.planAll(planner.openFile(text), options)].flatMap((plan): readonly unknown[] => {
    const { method, target, headers, body, asserts, label, name, problems, leftOut, isAbsolute } = plan;
    const of = { method, target, headers, label, name, isAbsolute };
    const rest = [
      asserts?.map((assert) => assert.text),
      problems?.map(({ reason }) => reason),
      leftOut?.map(({ what }) => what),
    ];
    if (body?.kind !== 'text' || body.form !== 'json') return [[of, body, rest]];
    const json = body.segments.map((part) => (typeof part === 'string' ? part : `{{${part.variable}}}`)).join('');
    return [[of, withoutBlanks(json), rest]];
  });
}

/** Removes white space outside of strings. */
function withoutBlanks(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) => string ?? '');
}
