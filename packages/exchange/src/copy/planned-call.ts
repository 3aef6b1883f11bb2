import type { Binding, Endpoint } from '@rulebook/checker/binding/model';
import type { OfficialClient } from '@rulebook/catalogue/identity';
import type { ClientCall, Operation } from '@rulebook/catalogue/operation';
import type { Catalogue } from '@rulebook/catalogue/service';

/** The method of the service's official client for the operation of a request, and which parameters it knows. */
export interface PlannedCall {
  /** With its namespace: `repos.createWebhook`. */
  readonly method: string;
  /** The path template, with the client's names for its parameters. */
  readonly path: string;
  /** The parameter that takes the whole body. Absent: each member of the body is a parameter. */
  readonly body?: string;
  /** The body is newline-delimited JSON; the parameter takes its lines as a list. */
  readonly takesLines?: boolean;
  /** The parameters of the query, without those that a member of the body is called as well. Absent: any name. */
  readonly query?: readonly string[];
  /** The members of the body. Absent: any name. */
  readonly members?: readonly string[];
}

/**
 * Returns how the official client of the service calls the operation of a request; undefined where that is not known. The service's published
 * description is read for it.
 */
export function plannedCallOf(
  { operation, service, endpoint, vendor, method }: Called,
  catalogue: Pick<Catalogue, 'whole'>,
): PlannedCall | undefined {
  if (operation === undefined || service?.client === undefined) return undefined;
  const whole = catalogue.whole?.(service, { vendor, version: endpoint?.version }) ?? service;
  const known = whole.operations.find(({ id }) => id === operation.id) ?? operation;
  return callOfOperation(known, method, service.client);
}

type Called = Pick<Binding, 'operation' | 'service' | 'vendor' | 'method'> & {
  readonly endpoint?: Pick<Endpoint, 'version'> | undefined;
};

/** Returns how a client calls an operation, or the one of the published description in whose place it is. */
export function callOfOperation(operation: Operation, method: string, client: OfficialClient): PlannedCall | undefined {
  const published = [operation, ...(operation.described ?? [])].find(
    (one) => one.client !== undefined && one.methods.includes(method),
  );
  if (published?.client === undefined) return undefined;
  const { parameters = {}, otherParameters: _, ...call } = published.client;
  const { takesLines } = published;
  const nameIn = (name: string): string => (Object.hasOwn(parameters, name) ? (parameters[name] ?? name) : name);
  const known = client.style === 'transport' ? namesOf(published, published.client) : undefined;
  const path = published.path.replace(/\{([^{}]+)\}/g, (_, name: string) => `{${nameIn(name)}}`);
  // The client would send the parameter twice.
  if (known?.members.some((name) => path.includes(`{${name}}`))) return undefined;
  return {
    ...call,
    path,
    ...(takesLines === true && { takesLines }),
    ...known,
  };
}

/** The client distinguishes parameters of the path, of the query and members of the body by their names. */
function namesOf({ parameters, body }: Operation, call: ClientCall) {
  const shape = call.body === undefined ? body?.shape : undefined;
  const members = shape?.type === 'object' ? shape.fields.map(({ name }) => name) : [];
  const isFree = (name: string): boolean => call.otherParameters?.includes(name) !== true;
  const query = parameters.query.map(({ name }) => name);
  return {
    query: query.filter((name) => isFree(name) && !members.includes(name)),
    members: members.filter(isFree),
  };
}
