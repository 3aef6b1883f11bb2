import { isRecord } from '@rulebook/json/is-record';
import { isObject, isText, listForm, objectWith, optional } from '@rulebook/sandbox/control/form';
import { acknowledge } from '@rulebook/sandbox/control/request';
import type { SandboxPart } from '@rulebook/sandbox/part';
import { groupItem } from '@rulebook/sandbox/view';
import { answer, headerValue, readCall, readJson, result } from '@rulebook/sandbox/wire';
import { parcelTracking } from '../facts/service';
import type { ParcelState, Seed } from './states';

/** The parcel service in the sandbox. */
export const part: SandboxPart<ParcelState> = {
  service: parcelTracking,
  member: 'parcelOffice',
  credential: 'parcelCredential',
  longestBody: 10_000,
  examplePath: '/parcels/*',
  seedForms: { depots: optional(listForm(isText)) },
  create: (seed) => {
    const { parcelCredential, depots = ['north'] } = ownSeed(seed);
    return { bootstrap: parcelCredential, depots, parcels: [] };
  },
  adopt: (state, seed) => ({ ...state, bootstrap: ownSeed(seed).parcelCredential }),
  step(state, { request, check }) {
    if (headerValue(request, 'authorization') !== `Bearer ${state.bootstrap}`) return result(state, answer(401, {}));
    const [refusal] = check(request);
    if (refusal) return result(state, answer(422, refusal));
    const { match, parameters } = readCall(request, parcelTracking);
    const operation = match.kind === 'operation' ? match.operation.id : '';
    if (operation === 'parcel-tracking.parcels.send') {
      const parcel = readJson(request.body)?.value;
      const parcels = [...state.parcels, isRecord(parcel) ? parcel : {}];
      return result({ ...state, parcels }, answer(201, { number: String(parcels.length) }));
    }
    const found = operation === '' ? undefined : state.parcels[Number(parameters.get('number')) - 1];
    return result(state, found === undefined ? answer(404, { reason: 'lost' }) : answer(200, found));
  },
  failure: (status, reason) => answer(status, { reason }),
  controlRequests: [
    {
      method: 'POST',
      path: '/_sandbox/events',
      summary: 'Lets something happen in a depot.',
      exampleBody: { event: 'flood', depot: 'north' },
      elsewhere: 'Depots are at the parcel service.',
      // A flood takes the parcels.
      play: ({ state, body }) => acknowledge({ ...state, parcels: [] }, { happened: body, deliveries: [] }),
    },
  ],
  view: {
    items: ({ parcels }) => [
      groupItem(
        'parcels',
        'Parcels',
        'package',
        parcels.map(({ address }, at) => ({
          id: `parcels/${at + 1}`,
          label: `Parcel ${at + 1}`,
          description: String(address),
          icon: 'package',
          copies: String(at + 1),
        })),
      ),
    ],
    events: { choices: [{ name: 'flood', summary: 'Water comes in.' }], subjects: ({ depots }) => depots },
  },
  form: objectWith<ParcelState>({ bootstrap: isText, depots: listForm(isText), parcels: listForm(isObject) }),
};

/** Returns the seed as a checkout with the service has it; here, its type does not know the service. */
function ownSeed(seed: object): Seed {
  return seed as Seed;
}
