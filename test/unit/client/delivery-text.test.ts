import { describe, expect, it } from 'vitest';
import { deliveryText } from '../../../client/src/sandbox-view/delivery-text';

const place = { owner: 'octocat', repo: 'hello-world', hook: '7', delivery: '2' };
const stateWith = (deliveries: unknown): unknown => ({ host: { hooks: { 7: { deliveries } } } });

describe('the text of a delivery', () => {
  it('holds what was sent and what came back', () => {
    const delivery = {
      id: 2,
      event: 'issues',
      action: 'opened',
      redelivery: false,
      url: 'http://127.0.0.1:1/hook',
      payload: { number: 12345 },
      outcome: {
        status: 200,
        statusText: 'OK',
        duration: 0.5,
        requestHeaders: [['User-Agent', 'x']],
        responseHeaders: [['Server', 'y']],
        responseBody: 'fine',
      },
    };
    expect(JSON.parse(deliveryText(stateWith([{ id: 1 }, delivery]), place) ?? '')).toEqual({
      event: 'issues',
      action: 'opened',
      redelivery: false,
      request: { url: 'http://127.0.0.1:1/hook', headers: { 'User-Agent': 'x' }, payload: { number: 12345 } },
      response: { status: 200, text: 'OK', seconds: 0.5, headers: { Server: 'y' }, body: 'fine' },
    });
  });

  it('says that nothing came back yet', () => {
    const text = deliveryText(stateWith([{ id: 2, event: 'push', action: null }]), place);
    expect(JSON.parse(text ?? '')).toMatchObject({ event: 'push', action: null, response: null });
  });

  it.each([undefined, null, 'x', {}, { host: null }, stateWith('x'), stateWith([null, 3, {}]), stateWith([{ id: 1 }])])(
    'is none where %j holds no such delivery',
    (state) => {
      expect(deliveryText(state, place)).toBeUndefined();
    },
  );
});
