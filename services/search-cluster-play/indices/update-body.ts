import { isRecord } from '@rulebook/json/is-record';
import { problem, type Problem } from './problem';

type Members = Readonly<Record<string, unknown>>;

/** What an update asks for. */
export interface UpdateRequest {
  readonly doc?: Members;
  readonly upsert?: Members;
  readonly hasScript: boolean;
  readonly isUpsert: boolean;
  readonly detectsNoop: boolean;
  readonly source?: unknown;
  readonly sequence?: unknown;
  readonly primaryTerm?: unknown;
}

const objects = ['doc', 'upsert'] as const;
const flags = ['doc_as_upsert', 'detect_noop', 'scripted_upsert'] as const;
const others = ['script', '_source', 'if_seq_no', 'if_primary_term'] as const;
const known: ReadonlySet<string> = new Set([...objects, ...flags, ...others]);

/** Reads the body of an update, or returns why it is none. */
export function readUpdate(body: unknown): UpdateRequest | Problem {
  const refused = (reason: string): Problem => problem(reason, { type: 'x_content_parse_exception' });
  if (!isRecord(body)) return refused('An update must be an object.');
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) return refused(`An update has no field [${unknown}].`);
  const wrong = objects.find((name) => body[name] !== undefined && !isRecord(body[name]));
  if (wrong !== undefined) return refused(`[${wrong}] of an update must be an object.`);
  const { script } = body;
  if (script !== undefined && !isRecord(script) && typeof script !== 'string')
    return refused('[script] of an update must be an object or a string.');
  const flag = flags.find((name) => !['true', 'false'].includes(String(body[name] ?? 'false')));
  if (flag !== undefined) return refused(`[${flag}] of an update must be \`true\` or \`false\`.`);
  if (!isRecord(body.doc) && script === undefined)
    return problem('An update needs [doc] with the members to change, or [script].', {
      type: 'action_request_validation_exception',
    });
  return {
    ...(isRecord(body.doc) && { doc: body.doc }),
    ...(isRecord(body.upsert) && { upsert: body.upsert }),
    hasScript: script !== undefined,
    isUpsert: String(body.doc_as_upsert) === 'true',
    detectsNoop: String(body.detect_noop) !== 'false',
    ...(body._source !== undefined && { source: body._source }),
    sequence: body.if_seq_no,
    primaryTerm: body.if_primary_term,
  };
}
