import { isObject, isText, listForm, objectOf } from '../../../sandbox/control/form';
import type { SandboxPart } from '../../../sandbox/part';
import { answer, headerValue, readCall, readJson, result } from '../../../sandbox/wire';
import { parcelTracking } from '../catalogue/service';

interface ParcelState {
  readonly bootstrap: string;
  readonly parcels: readonly unknown[];
}

/** The parcel service in the sandbox. */
export const part: SandboxPart<ParcelState> = {
  service: parcelTracking,
  member: 'parcelOffice',
  credential: 'parcelCredential',
  longestBody: 10_000,
  examplePath: '/parcels/*',
  create: (seed) => ({ bootstrap: credentialIn(seed), parcels: [] }),
  adopt: (state, seed) => ({ ...state, bootstrap: credentialIn(seed) }),
  step(state, { request, check }) {
    if (headerValue(request, 'authorization') !== `Bearer ${state.bootstrap}`) return result(state, answer(401, {}));
    const [refusal] = check(request);
    if (refusal) return result(state, answer(422, refusal));
    const { match, parameters } = readCall(request, parcelTracking);
    const operation = match.kind === 'operation' ? match.operation.id : '';
    if (operation === 'parcel-tracking.parcels.send') {
      const parcels = [...state.parcels, readJson(request.body)?.value];
      return result({ ...state, parcels }, answer(201, { number: String(parcels.length) }));
    }
    const found = operation === '' ? undefined : state.parcels[Number(parameters.get('number')) - 1];
    return result(state, found === undefined ? answer(404, { reason: 'lost' }) : answer(200, found));
  },
  failure: (status, reason) => answer(status, { reason }),
  form: objectOf<ParcelState>({ bootstrap: isText, parcels: listForm(isObject) }),
};

function credentialIn(seed: object): string {
  return (seed as { readonly parcelCredential: string }).parcelCredential;
}
