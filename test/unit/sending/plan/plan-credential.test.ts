import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { type RequestPlan, reasonOf } from '../../../../packages/sender/src/plan/index';
import { credentialOfPlan } from '../../../../packages/sender/src/plan/plan-credential';
import { withoutAuthorization } from '../../../../packages/sender/src/send/index';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { headersFor } from '../../../../packages/node/src/http/redirects';
import { endpoints } from '../../features/check-feature';
import { shop, shopDescription, toShop } from '../../features/shop';
import { prepareIn, type Situation } from '../../../sender-ports';

const engine = createEngine();

function planOf(request: string, context = shop): RequestPlan {
  const file = engine.openFile(toShop(request));
  const plan = engine.plan(file, 0, { context, severities: {} });
  if (plan === undefined) throw new Error('There is no plan.');
  return plan;
}

async function prepared(plan: RequestPlan, more: Situation = {}) {
  const asked: string[] = [];
  const result = await prepareIn(plan, {
    endpoint: shop.endpoints.find(({ name }) => name === 'shop'),
    endpoints: shop.endpoints,
    credentialOf: ({ name }) => {
      asked.push(name);
      return Promise.resolve({ credential: 's3cret-value' });
    },
    ...more,
  });
  if (!('request' in result)) throw new Error(reasonOf(result));
  return { ...result, asked };
}

const fieldsOf = (request: { readonly headers: readonly (readonly [string, string])[] }) =>
  request.headers.filter(([name]) => !/^(accept|user-agent)$/i.test(name));

describe('the credential of a described service', () => {
  it('goes into the header field that the description names', async () => {
    const { request, secrets } = await prepared(planOf('GET /orders'));
    expect(fieldsOf(request)).toEqual([['X-Shop-Key', 's3cret-value']]);
    expect(request).toMatchObject({ credentialScope: 'http://127.0.0.1:8080/v1', credentialField: 'X-Shop-Key' });
    expect(secrets).toContain('s3cret-value');
  });

  it('goes into Authorization, under the scheme of the operation', async () => {
    const { request } = await prepared(planOf('DELETE /orders/7'));
    expect(fieldsOf(request)).toEqual([['Authorization', 'Bearer s3cret-value']]);
  });

  it('is neither asked for nor sent where the operation needs none', async () => {
    const { request, asked } = await prepared(planOf('GET /health/report'));
    expect([fieldsOf(request), asked]).toEqual([[], []]);
  });

  it('is not written into a query', async () => {
    const onlyQuery = createDescribedService({ ...shopDescription, usualCredentials: ['code'] }, { id: 'shop' });
    const { request, asked } = await prepared(planOf('GET /orders', { ...shop, services: [onlyQuery] }));
    expect([request.url, fieldsOf(request), asked]).toEqual(['http://127.0.0.1:8080/v1/orders', [], []]);
  });

  it('is not sent in addition to one of the request, which is a secret too', async () => {
    const { request, asked, secrets } = await prepared(planOf('GET /orders\nx-shop-key: own-value'));
    expect([fieldsOf(request), asked]).toEqual([[['x-shop-key', 'own-value']], []]);
    expect(secrets).toContain('own-value');
    expect((await prepared(planOf('GET /orders?code=in%20query'))).secrets).toEqual(
      expect.arrayContaining(['in%20query', 'in query']),
    );
  });

  it('replaces that of the request on demand', () => {
    expect(withoutAuthorization(planOf('GET /orders\nX-Shop-Key: own-value')).headers).toEqual([]);
  });

  it('is sent to no other origin', async () => {
    const plan = { ...planOf('GET /orders'), target: ['https://elsewhere.example.org/orders'], isAbsolute: true };
    expect(fieldsOf((await prepared(plan)).request)).toEqual([]);
    const { request } = await prepared(planOf('GET /orders'));
    const { headers, credentialScope, credentialField } = request;
    const elsewhere = headersFor(new URL('http://127.0.0.1:8080/other'), headers, credentialScope, credentialField);
    expect(elsewhere.map(([name]) => name)).not.toContain('X-Shop-Key');
  });

  it('is none of those of a description where a document describes it', () => {
    const credentials = [{ kind: 'header', field: 'X-Key' }];
    const headers = [{ shape: { type: 'string', format: 'credentials' } }];
    const service = { defaultScheme: 'ApiKey', headers, credentials } as never;
    expect(credentialOfPlan({ service, operation: undefined })).toEqual({ scheme: 'ApiKey' });
    expect(credentialOfPlan({ service: undefined, operation: undefined })).toEqual({});
  });

  it.each([
    ['basic', 'Basic'],
    ['bearer', 'Bearer'],
    ['header', 'Usual'],
  ])('is the first one that can be added, as %s', (kind, scheme) => {
    const credentials = [{ kind: 'query', field: 'q' }, { kind: 'header' }, { kind, field: 'X-Key' }];
    const service = { defaultScheme: 'Usual', headers: [], credentials } as never;
    const header = kind === 'header' ? { credential: { kind: 'header', name: 'X-Key' } } : {};
    const { secretFields: _, ...place } = credentialOfPlan({ service, operation: undefined });
    expect(place).toEqual({ scheme, ...header });
  });

  it('is said to be unneeded only where a description knows credentials', () => {
    const operation = { credentials: [] } as never;
    const of = (credentials: readonly object[]) =>
      credentialOfPlan({ service: { defaultScheme: 'Bearer', headers: [], credentials } as never, operation });
    expect(of([])).toEqual({ scheme: 'Bearer' });
    expect(of([{ kind: 'bearer', name: 'a' }])).toEqual({ scheme: 'Bearer', credential: { kind: 'none' } });
  });

  it.each([
    [{ kind: 'bearer' }, { scheme: 'Bearer' }],
    [{ kind: 'basic' }, { scheme: 'Basic' }],
    [
      { kind: 'header', field: 'X-Key' },
      { scheme: 'Usual', credential: { kind: 'header', name: 'X-Key' }, secretFields: ['X-Key'] },
    ],
    [{ kind: 'header' }, { scheme: 'Usual' }],
    [
      { kind: 'query', field: 'key' },
      { scheme: 'Usual', credential: { kind: 'none' }, secretFields: ['key'] },
    ],
    [
      { kind: 'cookie', field: 'sid' },
      { scheme: 'Usual', credential: { kind: 'none' }, secretFields: ['sid'] },
    ],
    [{ kind: 'other', field: 'x' }, { scheme: 'Usual' }],
  ])('of the kind %j', (credential, expected) => {
    const service = { defaultScheme: 'Usual', headers: [], credentials: [{ name: 'a', ...credential }] } as never;
    expect(credentialOfPlan({ service, operation: undefined })).toEqual(expected);
    const operation = { credentials: ['b'] } as never;
    expect(credentialOfPlan({ service, operation })).toMatchObject({ scheme: 'Usual' });
  });

  it('is that of the document where there is one', () => {
    const file = engine.openFile('# @endpoint cluster\nGET /_snapshot');
    expect(engine.plan(file, 0, { context: endpoints, severities: {} })).toMatchObject({ scheme: 'ApiKey' });
  });
});

it('reports no missing credential or header field of a described service', () => {
  const file = engine.openFile('GET https://shop.example.org/v1/orders');
  const { findings } = engine.check(file, { context: shop, severities: {} });
  expect(findings.flat().map(({ rule }) => rule)).toEqual([]);
});
