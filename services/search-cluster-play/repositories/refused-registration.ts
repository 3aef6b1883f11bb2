import { behaves } from '../cluster/edition';
import { shownSettings } from './stored-settings';
import { isRecord } from '@rulebook/json/is-record';
import type { ClusterCall } from '../cluster/call';
import { isTooDeep } from '../indices/values';
import { isAboutBody, type KindOfRefusal } from '../cluster/responses';
import type { WireRequest } from '@rulebook/sandbox/model';
import { readJson, type Refusal } from '@rulebook/sandbox/wire';

/** What is wrong with a repository itself is a fault of the server, as it says. */
const ofRepository: KindOfRefusal = { status: 500, type: 'repository_exception' };

const unreadable: KindOfRefusal = { status: 400, type: 'x_content_parse_exception' };
const lacksType: KindOfRefusal = { status: 400, type: 'action_request_validation_exception' };

/** Returns how servers refuse the registration of a repository, or undefined where it is as for other requests. */
function kindOfRefusal({ request }: ClusterCall, refusals: readonly Refusal[]): KindOfRefusal | undefined {
  // Blanks are read as a request without members.
  if (request.body !== '' && request.body.trim() === '') return lacksType;
  if (!refusals.some(isAboutBody)) return refusals[0]?.rule === 'unsuitable-text' ? ofRepository : undefined;
  if (refusals.some(({ rule }) => rule === 'duplicate-key')) return unreadable;
  const read = readJson(request.body);
  if (read === undefined || isTooDeep(read.value)) return undefined;
  const { value } = read;
  if (!isRecord(value) || value.type === undefined) return lacksType;
  if (value.settings !== undefined && !isRecord(value.settings)) {
    return { status: 400, type: 'illegal_argument_exception' };
  }
  return ofRepository;
}

const unreadLimit = 'max_number_of_snapshots';
/** Settings that can change while a repository is in use. */
const speeds: ReadonlySet<string> = new Set(['max_snapshot_bytes_per_sec', 'max_restore_bytes_per_sec']);

/** Returns whether a registration leaves a repository what it is, or changes its speeds alone, which the played servers do not check. */
export function isUncheckedUpdate(
  { cluster, parameters, input }: ClusterCall,
  { type, settings = {} }: Readonly<Record<string, unknown>>,
): boolean {
  const known = cluster.repositories.get(parameters.get('repository') ?? '');
  if (known === undefined || known.type !== type || !isRecord(settings) || behaves(input, 'checked-updates'))
    return false;
  const [given, held] = [shownSettings(settings), shownSettings(known.settings)].map(withoutSpeeds);
  return Object.keys(shownSettings(settings)).length === 0 || given === held;
}

function withoutSpeeds(settings: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.entries(settings)
      .filter(([name]) => !speeds.has(name))
      .sort(),
  );
}

/** Returns a request without the settings of a repository that the played servers do not read. */
export function withoutUnread(call: ClusterCall, operation: string): WireRequest {
  const { request } = call;
  if (!Object.hasOwn(repositoryRefusals, operation) || behaves(call.input, 'checked-limits')) return request;
  const body = readJson(request.body)?.value;
  if (!isRecord(body) || !isRecord(body.settings) || !Object.hasOwn(body.settings, unreadLimit)) return request;
  const { [unreadLimit]: _, ...settings } = body.settings;
  return { ...request, body: JSON.stringify({ ...body, settings }) };
}

/** Returns how the played servers refuse a change of a read-only repository. */
export function kindOfReadOnly({ input }: ClusterCall): Partial<KindOfRefusal> {
  return behaves(input, 'read-only-requests') ? {} : ofRepository;
}

/** What cannot be read, and what the document forbids. */
const ofDocument: ReadonlySet<string> = new Set(['malformed-json', 'duplicate-key', 'required-field', 'unknown-field']);

/** Returns whether the played servers take what a rule finds. */
export function isTaken(call: ClusterCall, operation: string, refusal: Refusal): boolean {
  const { rule } = refusal;
  const isOfRepository = operation.startsWith('search-cluster.repository.');
  if (Object.hasOwn(repositoryRefusals, operation) && isAboutBody(refusal) && !ofDocument.has(rule)) {
    const body = readJson(call.request.body)?.value;
    if (isRecord(body) && isUncheckedUpdate(call, body)) return true;
  }
  return rule === 'unexpected-body' && isOfRepository && !behaves(call.input, 'needless-bodies');
}

/** How servers refuse registrations, by the id of their operation. */
export const repositoryRefusals = {
  'search-cluster.repository.put': kindOfRefusal,
  'search-cluster.repository.post': kindOfRefusal,
};
