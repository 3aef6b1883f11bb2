import { isRecord } from '@rulebook/json/is-record';
import type { ClusterCall } from '../cluster/call';
import { isTooDeep } from '../indices/values';
import { isAboutBody, type KindOfRefusal } from '../cluster/responses';
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

/** How servers refuse registrations, by the id of their operation. */
export const repositoryRefusals = {
  'search-cluster.repository.put': kindOfRefusal,
  'search-cluster.repository.post': kindOfRefusal,
};
