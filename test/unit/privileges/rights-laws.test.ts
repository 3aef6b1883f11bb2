import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lackOf,
  rightsIn,
  rightsOfRequests,
  roleDescriptorOf,
  type EndpointRights,
  type NeedyRequest,
} from '../../../packages/checker/src/privileges/index';
import { rightsOfService } from '../../../packages/services/src/index';
import { triesOf } from '../../sample';
import { publishedLines, requestsOf } from './rights-of-text';

const names = ['abc', 'logs-*', 'logs-1'];

/** A request of each operation of both services, on one of a few things. */
const all = requestsOf(
  [...new Set(publishedLines())]
    .map((line, index) => `${line.replace(/\{[^{}]*\}/g, names[index % names.length]!)}\n`)
    .join('\n###\n'),
)
  // Both services have `GET /`, which goes to neither unasked.
  .filter(({ needs, endpoint }) => needs !== undefined && needs.length > 0 && endpoint !== undefined);
const files = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 12 });
const rightsOf = (requests: readonly NeedyRequest[]) => rightsOfRequests(requests, rightsOfService);

/** Returns each right on each thing, in an order of its own. */
function grantsIn(endpoints: readonly EndpointRights[]): readonly string[] {
  return endpoints
    .flatMap(({ endpoint, remote, rights }) =>
      rights.flatMap(({ kind, name, access, on }) =>
        (on.length === 0 ? [''] : on).map((thing) => JSON.stringify([endpoint, remote, kind, name, access, thing])),
      ),
    )
    .toSorted();
}

const ranks: readonly unknown[] = ['read', 'write', 'admin'];

/** Returns the needs of the requests that their rights do not allow. */
function lacksIn(endpoints: readonly EndpointRights[], requests: readonly NeedyRequest[]) {
  return endpoints.flatMap((endpoint) => {
    const { rights, service, remote } = endpoint;
    // Of a token, a permission has one access, whatever the repository.
    const permissions = rights
      .filter(({ kind }) => kind === 'permission')
      .toSorted((one, other) => ranks.indexOf(one.access) - ranks.indexOf(other.access));
    const token = rightsIn({ permissions: Object.fromEntries(permissions.map(({ name, access }) => [name, access])) });
    const scopes = rightsIn({ scopes: rights.filter(({ kind }) => kind === 'scope').map(({ name }) => name) });
    const role = rightsIn(roleDescriptorOf(endpoint)) ?? { cluster: [], indices: [], permissions: {} };
    return requests
      .filter((request) => request.endpoint === endpoint.endpoint)
      .flatMap(({ needs = [] }) => needs)
      .filter((need) => need.remote === remote && need.certainty !== 'unclear')
      .filter(({ kind, on }) => kind !== 'index' || on.length > 0)
      .filter((need) => {
        const given = need.kind === 'permission' ? token : need.kind === 'scope' ? scopes : role;
        return lackOf(given!, need, rightsOfService(service)!) !== undefined;
      });
  });
}

describe('the rights of random files of both services', () => {
  const tries = { numRuns: triesOf(400) };

  it('are known of many operations', () => {
    expect(all.length).toBeGreaterThan(1000);
    expect(new Set(all.map(({ endpoint }) => endpoint))).toEqual(new Set(['cluster', 'hub']));
  });

  it('allow each of their requests', () => {
    fc.assert(
      fc.property(files, (requests) => {
        expect(lacksIn(rightsOf(requests), requests)).toEqual([]);
      }),
      tries,
    );
  });

  it('contain those of each part', () => {
    fc.assert(
      fc.property(files, files, (some, others) => {
        expect(lacksIn(rightsOf([...some, ...others]), some)).toEqual([]);
      }),
      tries,
    );
  });

  it('are never more than what their requests name', () => {
    fc.assert(
      fc.property(files, (requests) => {
        const named = new Set(
          requests.flatMap(({ endpoint, needs = [] }) =>
            needs.flatMap(({ remote, kind, names: any, access, on }) =>
              any.flatMap((name) =>
                (on.length === 0 ? [''] : on).map((thing) =>
                  JSON.stringify([endpoint, remote, kind, name, access, thing]),
                ),
              ),
            ),
          ),
        );
        expect(grantsIn(rightsOf(requests)).filter((grant) => !named.has(grant))).toEqual([]);
      }),
      tries,
    );
  });

  it('do not depend on the order of the requests, nor on how often each is there', () => {
    const shuffled = files.chain((requests) =>
      fc.tuple(fc.constant(requests), fc.shuffledSubarray(requests, { minLength: requests.length })),
    );
    fc.assert(
      fc.property(shuffled, ([requests, others]) => {
        const grants = grantsIn(rightsOf(requests));
        expect(grantsIn(rightsOf(others))).toEqual(grants);
        expect(grantsIn(rightsOf([...requests, ...requests]))).toEqual(grants);
        expect(rightsOf(requests)).toEqual(rightsOf(requests));
      }),
      tries,
    );
  });
});
