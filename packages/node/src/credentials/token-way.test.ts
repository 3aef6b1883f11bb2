import { refused } from '@rulebook/sender/refusal';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Authentication, Endpoint } from '@rulebook/engine';
import { confirmTokenWay, describeTokenWay } from './token-way';

const endpointOf = (more: Partial<Authentication> = {}): Endpoint => ({
  name: 'prod',
  service: 'search-cluster',
  baseUrl: 'https://es.example/base',
  folder: '/strange',
  authentication: {
    ...{ type: 'oauth2', flow: 'authorization-code', clientId: 'public', clientAuthentication: 'none' },
    ...{ authorizationUrl: 'https://login.example/authorize', tokenUrl: 'https://login.example/token' },
    ...more,
  },
});
const split = endpointOf({ tokenUrl: 'https://elsewhere.example/token' });

describe('the question before a browser opens', () => {
  it('names each place, and says where the code leaves its issuer', () => {
    expect(describeTokenWay(endpointOf())).toBe(
      'For the endpoint prod you agree in your browser at https://login.example, which gives the token. The token goes to https://es.example.',
    );
    expect(describeTokenWay({ ...split, proxy: 'http://p.example' })).toBe(
      'For the endpoint prod you agree in your browser at https://login.example. The code does not stay there: it goes to another origin, https://elsewhere.example, which can get a token with it. The token goes to https://es.example through http://p.example.',
    );
    expect(describeTokenWay(endpointOf({ flow: 'device', deviceUrl: 'https://device.example/x' }))).toContain(
      'at https://device.example. The code does not stay there: it goes to another origin, https://login.example,',
    );
  });

  it('is asked once for a way, and again for another one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-way-'));
    const variables: Readonly<Record<string, string>> = { XDG_CONFIG_HOME: folder, APPDATA: folder };
    const asked: string[] = [];
    let answer = false;
    const confirm = (question: string) => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    const ports = { environment: (name: string) => variables[name], onForgotten: () => undefined };
    const ask = confirmTokenWay({ ...ports, confirm });
    expect(await ask(endpointOf())).toHaveProperty('cause');
    answer = true;
    expect(await ask(endpointOf())).toBeUndefined();
    expect(await ask(endpointOf())).toBeUndefined();
    expect(await ask(split)).toBeUndefined();
    expect(asked).toHaveLength(3);
    const silent = confirmTokenWay(ports);
    expect(await silent(split)).toBeUndefined();
    const other = endpointOf({ tokenUrl: 'https://third.example/token' });
    expect(await silent(other)).toEqual(
      refused(
        expect.stringMatching(
          /https:\/\/login\.example, with the code of https:\/\/login\.example sent to https:\/\/third\.example was not confirmed, and no one/,
        ) as string,
      ),
    );
    expect(await confirmTokenWay({ ...ports, trusted: ['prod'] })(other)).toBeUndefined();
    const kept = { get: () => 'secret' };
    expect(await confirmTokenWay({ ...ports, kept })(endpointOf({ clientId: 'b' }))).toBeUndefined();
    // A secret that was kept says nothing about a code that goes elsewhere.
    const device = { flow: 'device', deviceUrl: 'https://device.example/x', authorizationUrl: undefined } as const;
    for (const one of [other, endpointOf(device as unknown as Partial<Authentication>)])
      expect(await confirmTokenWay({ ...ports, kept })(one)).toHaveProperty('cause');
  });

  it('holds for the roles of the places, not only for the places', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-way-'));
    const environment = (name: string) => (/^(?:XDG_CONFIG_HOME|APPDATA)$/.test(name) ? folder : undefined);
    const ports = { environment, onForgotten: () => undefined };
    expect(await confirmTokenWay({ ...ports, confirm: () => Promise.resolve(true) })(endpointOf())).toBeUndefined();
    expect(await confirmTokenWay(ports)(endpointOf())).toBeUndefined();
    // The same two places: the login's code would go to the cluster.
    const turned = endpointOf({ tokenUrl: 'https://es.example/token' });
    expect(await confirmTokenWay(ports)(turned)).toHaveProperty('cause');
  });
});
