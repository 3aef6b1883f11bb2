import type { ClusterCall } from '../cluster/call';
import type { IndexRecord } from '../cluster/model';
import { copiesOf } from './copies';
import { problem, type Problem } from './problem';
import { textOfParameter } from '../mappings/flattened-parameters';
import { byteLength } from '@rulebook/text/byte-length';

/** The parameters of a write, as a query or a line of a bulk body has them. */
export type WriteParameters = Readonly<Record<string, unknown>>;

/** The conditions of a write. */
export interface WriteCondition {
  readonly isCreation?: boolean;
  readonly sequence?: number;
  readonly primaryTerm?: number;
  readonly version?: number;
  /** `external` and `external_gte` take the given version when it is higher. */
  readonly versionType?: string;
  /** The value that selects the shard. */
  readonly routing?: string;
}

const invalid = { type: 'action_request_validation_exception' } as const;

/** Flags of the operations on documents. */
const flags = ['require_alias', 'require_data_stream', 'list_executed_pipelines', 'realtime'] as const;

/** Returns why a value of the query of an operation on documents cannot be read; `isRead` if the operation reads documents. */
export function refuseQuery({ query }: ClusterCall, isRead = false): Problem | undefined {
  const refresh = query.get('refresh');
  const refreshes = isRead ? ['', 'true', 'false'] : ['', 'true', 'false', 'wait_for'];
  if (refresh !== undefined && !refreshes.includes(refresh))
    return problem(`Unknown value for [refresh]: [${refresh}].`, { rule: 'unknown-value' });
  const flag = flags.find((name) => !['', 'true', 'false'].includes(query.get(name) ?? ''));
  if (flag !== undefined) return problem(`[${flag}] must be \`true\` or \`false\`.`);
  const copies = query.get('wait_for_active_shards');
  return copies === undefined || copies === 'all' || /^\d+$/.test(copies)
    ? undefined
    : problem(`[wait_for_active_shards] must be a number of copies or \`all\`, not [${copies}].`);
}

/** Returns why a write cannot wait for so many copies: with one node, only one is active. */
export function refuseCopies({ query }: ClusterCall, index: IndexRecord): Problem | undefined {
  const wanted = query.get('wait_for_active_shards');
  const needed = wanted === 'all' ? copiesOf(index) : Number(wanted ?? 1);
  return needed <= 1
    ? undefined
    : problem(`Only one copy of the shard is active, and [${String(needed)}] are needed.`, {
        status: 503,
        type: 'unavailable_shards_exception',
      });
}

/** Reads the conditions of a write, or returns why they exclude each other. */
export function readCondition(
  given: WriteParameters,
  { isCreation = false, isUpdate = false }: { readonly isCreation?: boolean; readonly isUpdate?: boolean } = {},
): WriteCondition | Problem {
  const { version_type: type = 'internal', routing } = given;
  if (type !== 'internal' && type !== 'external' && type !== 'external_gte')
    return problem(`There is no version type [${String(type)}].`);
  const numbers = ['version', 'if_seq_no', 'if_primary_term'].map((name) => given[name] ?? undefined);
  if (numbers.some((value) => value !== undefined && !/^-?\d+$/.test(String(value))))
    return problem('[version], [if_seq_no] and [if_primary_term] must be whole numbers.');
  const [version, sequence, primaryTerm] = numbers.map((value) => (value === undefined ? undefined : Number(value)));
  if ((sequence ?? 0) < 0 || (primaryTerm ?? 0) < 0)
    return problem('[if_seq_no] and [if_primary_term] cannot be negative.');
  const isExternal = type !== 'internal';
  const hasSequence = sequence !== undefined || (primaryTerm ?? 0) > 0;
  if (isCreation && isExternal) return problem('A creation takes no external version.', invalid);
  if (isCreation && hasSequence) return problem('A creation takes no [if_seq_no] and [if_primary_term].', invalid);
  if (hasSequence && (version !== undefined || isExternal))
    return problem('[if_seq_no] and [if_primary_term] cannot be used with versions.', invalid);
  if (isUpdate && (version !== undefined || isExternal))
    return problem('An update takes no version. Use [if_seq_no] and [if_primary_term].', invalid);
  if (isExternal && (version === undefined || version < 0))
    return problem('An external version must be a number that is not negative.', invalid);
  if (!isExternal && version !== undefined)
    return problem(
      'A version needs an external [version_type]. Otherwise use [if_seq_no] and [if_primary_term].',
      invalid,
    );
  if ((sequence === undefined) !== ((primaryTerm ?? 0) === 0))
    return problem('[if_seq_no] and [if_primary_term] must be used together.', invalid);
  return {
    ...(routing !== undefined && routing !== null && routing !== '' && { routing: textOfParameter(routing) }),
    ...(isCreation && { isCreation }),
    ...(sequence !== undefined && { sequence }),
    ...(primaryTerm !== undefined && { primaryTerm }),
    ...(version !== undefined && { version }),
    ...(isExternal && { versionType: type }),
  };
}

/** The largest number of bytes of an id. */
const longestId = 512;

/** Returns why a document cannot have the id. */
export function refuseId(id: string): Problem | undefined {
  return byteLength(id) <= longestId
    ? undefined
    : problem(`An id must have at most ${String(longestId)} bytes.`, invalid);
}
