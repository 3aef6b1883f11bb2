import { describe, expect, it } from 'vitest';
import { endpointsOfService, operationSnippet } from '../../../client/src/own-api/operation-snippet';

const endpoint = (name: string, service: string, baseUrl = `https://${name}.example`) => ({ name, service, baseUrl });
const sandbox = { ...endpoint('sandbox-shop', 'shop', 'http://127.0.0.1:9273'), isBuiltIn: true };

describe('the request of an operation', () => {
  it('has the title, the endpoint, and what the operation requires', () => {
    expect(operationSnippet('List $pets', 'shop-dev', 'GET /pets\n')).toBe(
      '### List \\$pets\n# @endpoint shop-dev\nGET /pets\n',
    );
    expect(operationSnippet('', undefined, 'GET /pets/${1:1}\n')).toBe('###\nGET /pets/${1:1}\n');
    expect(operationSnippet('Two\nlines', undefined, 'GET /\n')).toBe('### Two lines\nGET /\n');
  });

  it('goes without a question to the only endpoint of the service, or to its default', () => {
    const dev = endpoint('shop-dev', 'shop');
    const live = endpoint('shop-live', 'shop');
    const other = endpoint('museum', 'museum');
    expect(endpointsOfService([dev, other, sandbox], {}, 'shop').only).toBe(dev);
    expect(endpointsOfService([dev, live, sandbox], { shop: 'shop-live' }, 'shop').only).toBe(live);
    expect(endpointsOfService([dev, live, sandbox], {}, 'shop')).toEqual({ offered: [dev, live] });
  });

  it('does not go to the sandbox that runs unless it is asked for', () => {
    expect(endpointsOfService([sandbox], { shop: 'sandbox-shop' }, 'shop')).toEqual({ offered: [] });
  });
});
