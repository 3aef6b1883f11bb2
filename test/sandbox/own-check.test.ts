import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import { describeResponse } from '../../packages/sender/src/response/index';
import { createCatalogues } from '../../packages/services/src/index';
import { matchOperation } from '../../packages/paths/src/match-operation';
import { catalogue } from '../../packages/services/src/registry';
import { codeHosting } from '../../services/code-hosting/facts/service';
import { stepHost } from '../../services/code-hosting/play/host';
import { createHostState } from '../../services/code-hosting/play/seed';
import { createDescriptionLoader } from '../../packages/node/src/shipped-descriptions';
import { checkFor, createPlay } from './play';
import { notPlayed } from './not-played';

// What the sandbox answers passes the check that users see in a response.

const loadDescription = createDescriptionLoader((message) => {
  throw new Error(message);
});
const engine = createEngine({ loadDescription });
const whole = createCatalogues(catalogue, loadDescription)({}).whole?.(codeHosting) ?? codeHosting;
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

function operationOf(method: string, path: string, service = whole): string {
  const span = { start: 0, end: 0 };
  const segments = path
    .slice(1)
    .split('/')
    .map((text) => ({ text, span, hasPlaceholder: false }));
  const { match } = matchOperation(method, segments, [service]);
  if (match.kind !== 'operation') throw new Error(`${method} ${path} is not known`);
  return match.operation.id;
}

const seed = {
  repositories: [{ name: 'octocat/hello-world', collaborators: { hubot: 'write' } }],
  tokens: [{ token: 'monalisa', user: 'monalisa', scopes: ['repo'] }],
} as const;

describe('responses of the code host', () => {
  const check = checkFor('code-hosting');
  const play = createPlay(createHostState('b', [], { ...seed }), stepHost, check, 'Bearer b');
  const seen = new Set<string>();
  const isBasic = (path: string) => /^\/(?:user|users\/\w+|repos\/[\w-]+\/[\w-]+)$/.test(path);

  function differencesOf(
    line: string,
    body?: unknown,
    user?: string,
  ): { readonly found: readonly string[]; readonly id: number } {
    const [method = '', path = ''] = line.split(' ');
    const { status, text, headers, body: answer } = play.send(line, body, user && `Bearer ${user}`);
    expect(status, text).toBeLessThan(300);
    const operation = operationOf(method, path);
    if (!isBasic(path)) seen.add(operationOf(method, path, codeHosting));
    const shown = describeResponse(
      {
        ...{ httpVersion: '1.1', status, statusText: '', headers: Object.entries(headers), body: text },
        ...{ isTruncated: false, size: text.length, duration: 1 },
      },
      { secrets: [] },
    );
    const found = engine.checkAnswer(shown, operation, options).map(({ message }) => `${line}: ${message}`);
    const [first] = Array.isArray(answer) ? answer : [answer];
    return { found, id: Number((first as { readonly id?: number } | undefined)?.id) };
  }

  it('differ in nothing from what is known about their operations, and each played one is tried', () => {
    const hooks = '/repos/octocat/hello-world/hooks';
    const members = '/repos/octocat/hello-world/collaborators';
    const config = { url: 'http://127.0.0.1:9/x', content_type: 'json', secret: 's' };
    const created = differencesOf(`POST ${hooks}`, { name: 'web', config, events: ['push'] });
    const hook = `${hooks}/${created.id}`;
    const deliveries = () => differencesOf(`GET ${hook}/deliveries`);
    const delivery = `${hook}/deliveries/${deliveries().id}`;
    const results = [
      created,
      deliveries(),
      differencesOf('GET /repos/octocat/hello-world'),
      differencesOf('GET /user'),
      differencesOf('GET /users/octocat'),
      differencesOf(`GET ${hooks}`),
      differencesOf(`GET ${hook}`),
      differencesOf(`PATCH ${hook}`, { active: true }),
      differencesOf(`GET ${hook}/config`),
      differencesOf(`PATCH ${hook}/config`, { content_type: 'form' }),
      differencesOf(`POST ${hook}/pings`),
      differencesOf(`POST ${hook}/tests`),
      differencesOf(`GET ${delivery}`),
      differencesOf(`POST ${delivery}/attempts`, {}),
      differencesOf('PUT /projects/1/collaborators/bob', { permission: 'write' }),
      differencesOf('GET /projects/1/collaborators'),
      differencesOf('GET /projects/1/collaborators/bob/permission'),
      differencesOf('DELETE /projects/1/collaborators/bob'),
      differencesOf(`DELETE ${hook}`),
      differencesOf('GET /rate_limit'),
      differencesOf(`GET ${members}`),
      differencesOf(`GET ${members}/hubot`),
      differencesOf(`GET ${members}/hubot/permission`),
      differencesOf(`DELETE ${members}/hubot`),
      ...['PATCH', 'DELETE'].flatMap((method) => {
        const { id, found } = differencesOf(`PUT ${members}/monalisa`, { permission: 'push' });
        return [
          { found },
          differencesOf('GET /repos/octocat/hello-world/invitations'),
          differencesOf('GET /user/repository_invitations', undefined, 'monalisa'),
          differencesOf(`PATCH /repos/octocat/hello-world/invitations/${id}`, { permissions: 'admin' }),
          differencesOf(`${method} /user/repository_invitations/${id}`, undefined, 'monalisa'),
          differencesOf(`DELETE ${members}/monalisa`),
        ];
      }),
      differencesOf(`DELETE /repos/octocat/hello-world/invitations/${differencesOf(`PUT ${members}/monalisa`).id}`),
    ];
    expect(results.flatMap(({ found }) => found)).toEqual([]);
    const documented = codeHosting.operations.map(({ id }) => id);
    expect(documented.filter((id) => !seen.has(id) && !Object.hasOwn(notPlayed, id))).toEqual([]);
  });
});
