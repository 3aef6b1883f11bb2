import { isRecord } from '@rulebook/json/is-record';
import type { ReadBack } from '@rulebook/catalogue/read-back';
import type { Service } from '@rulebook/catalogue/service';
import type { ApplyStep } from './apply-model';
import type { NamedInRequest } from './declared';
import type { ComparedResource } from './plan-resources';
import { mediaTypeOf, type ResourceWays } from './resource-ways';
import type { ExpectedRequest } from './resources-of';
import { storedBody } from './stored-body';

/** What a step is made of. */
export interface StepParts {
  readonly compared: ComparedResource;
  readonly named: NamedInRequest;
  readonly ways: ResourceWays;
  readonly service: Service;
  readonly noun: string;
}

/** What undoes a step, and what it cannot bring back. */
export type Undoing = Pick<ApplyStep, 'undo' | 'losses'>;

export const plainPull = { file: '', lists: '', at: [], isAsSent: true as const };

/** Returns whether facts say how a resource is read back. */
export function isStated({ declares }: ReadBack, { readBacks = [] }: Service): boolean {
  return readBacks.some((one) => one.declares === declares);
}

/** Returns whether nothing is left of what the endpoint shows, apart from its names. What facts leave out, the service adds itself. */
export function isEmptied(stored: unknown, { compared, named, service }: StepParts): boolean {
  const isEmpty = stored === undefined || (isRecord(stored) && Object.keys(stored).length === 0);
  const { shown } = compared;
  if (!isEmpty || !isRecord(shown) || isStated(named.readBack, service)) return false;
  const names = Object.values(named.names);
  return Object.values(shown).some((value) => value !== null && !names.includes(String(value)));
}

/** Returns whether a request takes the place of all that was there: `PUT` to a service of a description. Facts of other services say it themselves. */
export function replacesAll({ request, step }: ExpectedRequest, { service }: StepParts): boolean {
  if (request.method !== 'PUT' || step.kind !== 'declares') return false;
  return !isStated(step.readBack, service);
}

/** Returns the request that puts back the whole of what a `PUT` replaces. */
export function restoring({ request, step }: ExpectedRequest, { compared, named, service }: StepParts): Undoing {
  if (step.kind !== 'declares') return { undo: [], losses: [] };
  const { resource, unknown } = compared.planned;
  const { value, secrets } = storedBody(compared.shown, {
    ...{ readBack: step.readBack, names: named.names, units: service, shape: request.operation.body?.shape },
    pulled: plainPull,
  });
  const [path = ''] = request.path.split('?', 1);
  return {
    undo: [
      {
        ...{ title: `Change ${resource} back`, method: request.method, path, secrets },
        ...(value !== undefined && { body: value }),
        ...mediaTypeOf(request.operation),
      },
    ],
    // What the comparison could not read is named there.
    losses: secrets
      .map((names) => names.join('.'))
      .filter((name) => !unknown.some((one) => one.path === name))
      .map((name) => `The undo file asks for \`${name}\` of ${resource}, which is secret.`),
  };
}
