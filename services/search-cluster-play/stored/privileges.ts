import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import { decodePart } from '@rulebook/text/decode';
import { answer } from '@rulebook/sandbox/wire';
import { Table } from '@rulebook/sandbox/table';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';
import type { StoredRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { problem, refuse } from '../indices/problem';
import { keyOfRecord, listOf, recordsOf, type Members } from './kind';

const kind = 'application-privilege';
const list = '/_security/privilege';

/** Returns what plays an operation on privileges of applications, of which one request stores several; undefined for another one. */
export function privilegeHandler({ path }: Operation): ((call: ClusterCall) => ClusterStep) | undefined {
  if (path !== list && !/^\/_security\/privilege\/\{\w+\}(?:\/\{\w+\})?$/.test(path)) return undefined;
  return (call) => {
    if (call.method === 'DELETE') return removePrivileges(call);
    return call.method === 'GET' ? readPrivileges(call) : storePrivileges(call);
  };
}

function storePrivileges(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  const privileges = Object.entries(body ?? {}).flatMap(([application, named]) =>
    Object.entries(isRecord(named) ? named : {}).map(([name, one]) => ({ application, name, one })),
  );
  if (body === undefined) return refuse(call, noObject);
  const lacking = privileges.find(({ one }) => !isRecord(one) || listOf(one.actions).length === 0);
  if (lacking || privileges.length === 0)
    return refuse(
      call,
      problem(lacking ? `The privilege [${lacking.name}] needs [actions].` : 'The body has no privileges.', {
        type: 'action_request_validation_exception',
      }),
    );
  const created: [application: string, name: string, shown: Members][] = [];
  let { stored = Table.empty<StoredRecord>() } = call.cluster;
  for (const { application, name, one } of privileges) {
    const key = keyOfRecord(kind, `${application}/${name}`);
    const former = stored.get(key);
    const { now } = call.input;
    const { actions, metadata = {} }: Members = isRecord(one) ? one : {};
    const privilege = { application, name, actions: listOf(actions), metadata };
    created.push([application, name, { created: former === undefined }]);
    stored = stored.with(key, {
      ...{ kind, name: `${application}/${name}`, body: privilege },
      version: (former?.version ?? 0) + 1,
      ...{ createdAt: former?.createdAt ?? now, changedAt: now },
    });
  }
  return respond(call, answer(200, byApplication(created)), { ...call.cluster, stored });
}

function readPrivileges(call: ClusterCall): ClusterStep {
  const { application, names } = namedIn(call);
  const found = recordsOf(call.cluster, kind).flatMap(({ body }): [string, string, Members][] => {
    const own = { application: String(body.application), name: String(body.name) };
    const isAsked = application === undefined || own.application === application;
    return isAsked && (names === undefined || names.includes(own.name)) ? [[own.application, own.name, body]] : [];
  });
  // Nothing creates an application but its privileges, so none is missing.
  const status = names !== undefined && found.length === 0 ? 404 : 200;
  return respond(call, answer(status, byApplication(found)));
}

function removePrivileges(call: ClusterCall): ClusterStep {
  const { application = '', names = [] } = namedIn(call);
  const { stored = Table.empty<StoredRecord>() } = call.cluster;
  const found = names.map((name) => {
    const key = keyOfRecord(kind, `${application}/${name}`);
    return { name, key, isThere: stored.has(key) };
  });
  const shown = found.map(({ name, isThere }): [string, string, Members] => [application, name, { found: isThere }]);
  const left = found.reduce((rest, { key, isThere }) => (isThere ? rest.without(key) : rest), stored);
  const status = found.some(({ isThere }) => isThere) ? 200 : 404;
  return respond(call, answer(status, byApplication(shown)), { ...call.cluster, stored: left });
}

function namedIn({ path }: ClusterCall): { readonly application?: string; readonly names?: readonly string[] } {
  const [application, names] = path.slice(list.length + 1).split('/');
  return {
    ...(application !== undefined && application !== '' && { application: decodePart(application) }),
    ...(names !== undefined && names !== '' && { names: decodePart(names).split(',') }),
  };
}

function byApplication(shown: readonly (readonly [application: string, name: string, shown: unknown])[]): Members {
  const applications = [...new Set(shown.map(([application]) => application))];
  return Object.fromEntries(
    applications.map((application) => [
      application,
      Object.fromEntries(shown.filter(([own]) => own === application).map(([, name, one]) => [name, one])),
    ]),
  );
}
