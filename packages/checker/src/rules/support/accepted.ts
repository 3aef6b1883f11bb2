import type { Binding } from '../../binding/model';

/** Returns whether the service is known to accept a member or a parameter, or this value of it, that is not described for the operation. */
export function isAcceptedByService({ service, operation, method }: Binding, name: string, text?: string): boolean {
  if (service?.accepts === undefined || operation === undefined) return false;
  return service.accepts.some(
    (one) =>
      one.name === name &&
      one.path === operation.path &&
      one.method === method &&
      (one.values === undefined ? text === undefined : text !== undefined && one.values.includes(text)),
  );
}

/** Returns where it is that the service refuses any member of the operation's body that is not described. */
export function strictnessOf({ service, operation, method }: Binding) {
  const strict = service?.strictBodies;
  const isStrict = strict?.operations.some((one) => one.path === operation?.path && one.method === method);
  return isStrict === true ? strict?.provenance : undefined;
}
