import type { Operation } from '@rulebook/catalogue/operation';
import { decodePart } from '@rulebook/text/decode';
import { answer } from '@rulebook/sandbox/wire';
import { Table } from '@rulebook/sandbox/table';
import { administrator } from '../cluster/authentication';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';
import type { StoredRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { isProblem, problem, refuse, unplayedPart, type Problem } from '../indices/problem';
import { keyOfRecord, recordOf, type Members } from './kind';
import { refusePassword } from './security';

const list = '/_security/user';

/** Returns what plays a change of a part of a user: the password, or whether the user may call; undefined for another operation. */
export function userHandler({ path }: Operation): ((call: ClusterCall) => ClusterStep) | undefined {
  const [, word] = /^\/_security\/user(?:\/\{\w+\})?\/_(password|enable|disable)$/.exec(path) ?? [];
  if (word === undefined) return undefined;
  return word === 'password' ? changePassword : (call) => switchUser(call, word === 'enable');
}

function changePassword(call: ClusterCall): ClusterStep {
  if (call.request.body.trim() === '')
    return refuse(call, problem('request body is required', { type: 'parse_exception' }));
  const body = readObject(call);
  if (body === undefined) return refuse(call, noObject);
  const secret = refuseSecret(body) ?? body;
  if (isProblem(secret)) return refuse(call, secret);
  const { caller } = call;
  const name = nameIn(call) ?? (caller.kind === 'user' ? caller.name : undefined);
  if (name === undefined)
    return refuse(call, unplayedPart('a change of the password of the user who owns the API key'));
  return changeUser(call, name, { what: 'change the password', body: secret });
}

/** Returns why the body has no password that a user can get. */
function refuseSecret(body: Members): Problem | undefined {
  const unknown = Object.keys(body).find((member) => member !== 'password' && member !== 'password_hash');
  if (unknown !== undefined)
    return problem(`A change of a password has no member [${unknown}].`, { type: 'parse_exception' });
  const { password, password_hash: hash } = body;
  const wrong = Object.entries(body).find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) return problem(`[${wrong[0]}] must be a text.`, { type: 'parse_exception' });
  if (password !== undefined && hash !== undefined)
    return problem('Of [password] and [password_hash], only one is given.', { type: 'validation_exception' });
  if (password === undefined && hash === undefined)
    return problem('The body must have [password].', { type: 'action_request_validation_exception' });
  // By the characters with which servers know what has made it.
  if (hash !== undefined && !/^(?:\$2[aby]\$|\{PBKDF2(?:_STRETCH)?\})/.test(String(hash)))
    return problem('[password_hash] is not a hash of a password by bcrypt or PBKDF2.');
  return refusePassword(password);
}

function switchUser(call: ClusterCall, enabled: boolean): ClusterStep {
  if (call.request.body !== '')
    return refuse(call, problem(`The request [${call.method} ${call.path}] takes no body.`));
  const name = nameIn(call) ?? '';
  if (call.caller.kind === 'user' && call.caller.name === name)
    return refuse(call, problem('Users cannot change whether they themselves may call.'));
  return changeUser(call, name, { what: enabled ? 'enable' : 'disable', body: { enabled } });
}

function changeUser(
  call: ClusterCall,
  name: string,
  { what, body }: { readonly what: string; readonly body: Members },
): ClusterStep {
  if (name === administrator || Object.hasOwn(call.cluster.users ?? {}, name))
    return refuse(call, unplayedPart(`this for the user [${name}], with whom it was started`));
  const record = recordOf(call.cluster, 'user', name);
  if (record === undefined)
    return refuse(call, problem(`There is no user [${name}] to ${what}.`, { type: 'validation_exception' }));
  const { password: _, password_hash: __, ...others } = record.body;
  const kept = body.enabled === undefined ? others : record.body;
  const { stored = Table.empty<StoredRecord>() } = call.cluster;
  const next = { ...record, body: { ...kept, ...body }, version: record.version + 1, changedAt: call.input.now };
  return respond(call, answer(200, {}), { ...call.cluster, stored: stored.with(keyOfRecord('user', name), next) });
}

/** Returns the name of the user in the path; undefined where it is the caller. */
function nameIn({ path }: ClusterCall): string | undefined {
  const [name = '', word] = path.slice(list.length + 1).split('/');
  return word === undefined ? undefined : decodePart(name);
}
