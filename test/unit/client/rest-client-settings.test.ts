import { describe, expect, it } from 'vitest';
import {
  restClientCookies,
  restClientTimeout,
  unreadSettings,
  withRestClientSettings,
} from '../../../client/src/sending/rest-client-settings';
import { createEngine } from '../../../packages/engine/src/index';

const engine = createEngine();
const plan = engine.plan(engine.openFile('GET http://h/\nuser-agent: mine\n'), 0, {
  context: { endpoints: [], defaults: {} },
  severities: {},
});
if (plan === undefined) throw new Error('no plan');

describe('the settings of REST Client', () => {
  it('add header fields that a request has not itself, and no credential', () => {
    const { headers } = withRestClientSettings(plan, {
      defaultHeaders: {
        ...{ 'User-Agent': 'my-team', 'X-Team': 'a', 'X-Number': 1, 'X-Line': 'a\r\nb' },
        ...{ 'bad name': 'c', Authorization: 'Bearer canary', 'X-Api-Key': 'canary' },
      },
    });
    expect(headers.map(({ name, value }) => [name.join(''), value.join('')])).toEqual([
      ['user-agent', 'mine'],
      ['X-Team', 'a'],
    ]);
  });

  it('say whether redirects are followed', () => {
    expect(withRestClientSettings(plan, { followredirect: false }).staysAtUrl).toBe(true);
    expect(withRestClientSettings(plan, { followredirect: true })).toBe(plan);
  });

  it('limit the time and switch cookies off', () => {
    expect(restClientTimeout({ timeoutinmilliseconds: 2500 })).toBe(2.5);
    expect(restClientTimeout({ timeoutinmilliseconds: 0 })).toBeUndefined();
    expect(restClientCookies({ rememberCookiesForSubsequentRequests: false })).toBe(false);
    expect(restClientCookies({})).toBeUndefined();
  });

  it('are named where they have another place here', () => {
    const settings = { certificates: { h: {} }, excludeHostsForProxy: [], defaultHeaders: { Authorization: 'x' } };
    expect(unreadSettings(settings)).toEqual(['rest-client.certificates', 'rest-client.defaultHeaders.Authorization']);
    expect(unreadSettings({})).toEqual([]);
  });
});
