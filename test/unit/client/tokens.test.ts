import type { SecretStorage } from 'vscode';
import { expect, it } from 'vitest';
import { createEditorTokens } from '../../../client/src/credentials/tokens';
import type { MachinePorts } from '../../../client/src/ports/ports';
import type { Endpoint } from '../../../packages/engine/src/index';
import type { TokenPorts } from '../../../packages/node/src/credentials/oauth';
import { asked } from './vscode';

const endpointOf = (tokenUrl: string): Endpoint => ({
  ...{ name: 'prod', service: 'search-cluster', baseUrl: 'https://es.example' },
  authentication: {
    ...{ type: 'oauth2', flow: 'authorization-code', clientId: 'a', tokenUrl },
    authorizationUrl: 'https://login.example/authorize',
  },
});

/** Gets a token as far as the question about its way; returns what is asked. */
async function questionsAbout(endpoints: readonly Endpoint[]): Promise<readonly string[]> {
  const kept = new Map<string, string>();
  const secrets = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    store: (key: string, text: string) => Promise.resolve(void kept.set(key, text)),
  } as unknown as SecretStorage;
  const createTokens = ({ confirmWay }: TokenPorts) => ({
    tokenFor: async (endpoint: Endpoint) => (await confirmWay?.(endpoint)) ?? { token: 't' },
  });
  const ports = { createTokens, system: { now: () => 0 } } as unknown as MachinePorts;
  const tokens = createEditorTokens(ports, secrets);
  asked.details.splice(0);
  for (const endpoint of endpoints) {
    asked.answers.push('Go On');
    await tokens.find(endpoint, undefined);
    asked.answers.splice(0);
    asked.questions.splice(0);
  }
  return asked.details.splice(0);
}

it('the editor asks once about the way of a token, and says plainly where the code leaves the origin of its page', async () => {
  const plain = endpointOf('https://login.example/token');
  const split = endpointOf('https://elsewhere.example/token');
  const turned = endpointOf('https://es.example/token');
  expect(await questionsAbout([plain, plain, split, split, turned])).toEqual([
    'You agree in your browser at https://login.example, which gives the token. The token goes to https://es.example. Your choice is remembered for these addresses.',
    'You agree in your browser at https://login.example. The code does not stay there: it goes to another origin, https://elsewhere.example, which can get a token with it. The token goes to https://es.example. Your choice is remembered for these addresses.',
    expect.stringContaining('it goes to another origin, https://es.example,'),
  ]);
});
