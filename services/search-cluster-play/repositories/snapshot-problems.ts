import { isRecord } from '@rulebook/json/is-record';
import { problem, type Problem } from '../indices/problem';
import { byteLength } from '@rulebook/text/byte-length';
import { decodeBase64Text } from '@rulebook/text/base64';

type Members = Readonly<Record<string, unknown>>;
type Query = ReadonlyMap<string, string>;

/** The most bytes that the metadata of a snapshot may have. */
const longestMetadata = 1024;

const isFlag = (value: unknown): boolean => ['true', 'false'].includes(String(value));
const isList = (value: unknown): boolean => Array.isArray(value);
const isListOrText = (value: unknown): boolean => Array.isArray(value) || typeof value === 'string';

/** What the members of a body must be for servers to read it. */
type Forms = Readonly<Record<string, (value: unknown) => boolean>>;

const both: Forms = {
  indices: isListOrText,
  feature_states: isList,
  partial: isFlag,
  include_global_state: isFlag,
  ignore_unavailable: isFlag,
};
const ofSnapshot: Forms = { ...both, metadata: (value) => value === null || isRecord(value) };
const ofRestore: Forms = {
  ...both,
  include_aliases: isFlag,
  rename_pattern: (value) => typeof value === 'string',
  rename_replacement: (value) => typeof value === 'string',
  index_settings: isRecord,
  ignore_index_settings: isListOrText,
  allow_no_indices: isFlag,
  expand_wildcards: isListOrText,
  quiet: isFlag,
};

function refuseForms(body: Members, forms: Forms): Problem | undefined {
  const name = Object.keys(forms).find((one) => body[one] !== undefined && forms[one]?.(body[one]) === false);
  return name === undefined ? undefined : problem(`The member [${name}] has no value that can be read.`);
}

/** Returns why servers do not read the body of a new snapshot. What they do not know, they ignore. */
export function refuseSnapshotBody(body: Members): Problem | undefined {
  const unreadable = refuseForms(body, ofSnapshot);
  if (unreadable) return unreadable;
  const words = [body.expand_wildcards].flat().flatMap((word) => (typeof word === 'string' ? word.split(',') : []));
  const unknown = words.find((word) => !/^(?:open|closed|hidden|none|all)$/.test(word));
  if (unknown !== undefined) return problem(`There is no kind of indices [${unknown}] for [expand_wildcards].`);
  if (byteLength(JSON.stringify(body.metadata ?? {})) > longestMetadata) {
    return problem(`The metadata must have at most ${longestMetadata} bytes.`, {
      type: 'action_request_validation_exception',
    });
  }
  return refuseFeatures(body);
}

/** Returns why servers do not read the body of a restore. */
export function refuseRestoreBody(body: Members, hasFeatures: boolean): Problem | undefined {
  const isKnown = (name: string): boolean =>
    Object.hasOwn(ofRestore, name) && (hasFeatures || name !== 'feature_states');
  const unknown = Object.keys(body).find((name) => !isKnown(name));
  if (unknown !== undefined) return problem(`A restore has no member [${unknown}].`);
  const mixed = refuseFeatures(body);
  return refuseForms(body, ofRestore) ?? (mixed && { ...mixed, status: 500, type: 'snapshot_restore_exception' });
}

function refuseFeatures({ feature_states: states }: Members): Problem | undefined {
  const isMixed = Array.isArray(states) && states.length > 1 && states.includes('none');
  return isMixed ? problem('The word [none] in [feature_states] must be alone.') : undefined;
}

/** Returns the problem of a flag in the query that is neither on nor off. */
export function refuseFlags(query: Query, names: readonly string[]): Problem | undefined {
  const name = names.find((one) => !isFlag(query.get(one) || 'true'));
  return name === undefined ? undefined : problem(`The parameter [${name}] must be true or false.`);
}

/** The keys that snapshots are sorted by. */
const sortKeys = ['start_time', 'duration', 'name', 'index_count', 'repository', 'shard_count', 'failed_shard_count'];

/** Returns why servers do not read the query of a list of snapshots. */
export function refuseReading(query: Query): Problem | undefined {
  const flags = refuseFlags(query, ['verbose', 'ignore_unavailable', 'index_names', 'include_repository']);
  if (flags) return flags;
  if (!sortKeys.includes(query.get('sort') ?? 'name')) return problem(`There is no sort key [${query.get('sort')}].`);
  if (!/^(?:asc|desc)$/i.test(query.get('order') ?? 'asc')) return problem('The order must be asc or desc.');
  if (Number(query.get('offset') ?? 0) < 0) return problem('The offset must not be negative.');
  const after = query.get('after');
  if (after !== undefined && decodeBase64Text(after) === undefined) return problem('This [after] is from no response.');
  const size = Number(query.get('size') ?? -1);
  if (size === 0 || size < -1) return invalidReading('The size must be -1 or larger than 0.');
  if (query.get('verbose') !== 'false') return undefined;
  const extra = ['size', 'offset', 'after', 'sort', 'order', 'from_sort_value'].find((name) => query.has(name));
  return extra === undefined ? undefined : invalidReading(`The parameter [${extra}] needs [verbose].`);
}

function invalidReading(reason: string): Problem {
  return problem(reason, { type: 'action_request_validation_exception' });
}
