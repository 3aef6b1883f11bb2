import { describe, expect, it } from 'vitest';
import { resourceGroupsOf } from '../../../packages/checker/src/resource-model/index';
import { catalogue } from '../../../packages/services/src/registry';
import {
  actionsOf,
  copiedName,
  namesOf,
  resourceOf,
  stateNodes,
  tableNodeOf,
} from '../../../client/src/resources/resource-nodes';

const resources = catalogue.services.filter(({ id }) => id === 'code-hosting').flatMap(resourceGroupsOf);
const server = { endpoint: { name: 'sandbox-hub' }, resources };
const names = { owner: 'octocat', repo: 'hello-world', hook_id: '1' };

describe('the lines of what the sandbox holds', () => {
  it('are the resources of their service, with its requests and its table', () => {
    const [node] = stateNodes(
      { id: 'hub', label: 'sandbox-hub' },
      [{ id: 'host/hooks/1', label: '#1', icon: 'rss', copies: '1', resource: { group: 'hooks', names } }],
      server,
    );
    expect(node).toMatchObject({ kind: 'state', id: 'hub/host/hooks/1' });
    expect(actionsOf(node!).map(({ title }) => title)).toContain('Ping webhook');
    expect(namesOf(node!)).toEqual(names);
    expect(tableNodeOf(node)).toMatchObject({ kind: 'group', names, endpoint: { name: 'sandbox-hub' } });
    expect(copiedName(node)).toBe('1');
  });

  it('know the server of the lines below them', () => {
    const child = { id: 'host/hooks/1', label: '#1', icon: 'rss', resource: { group: 'hooks', names } };
    const items = [{ id: 'host/hooks', label: 'Webhooks', icon: 'rss', children: [child] }];
    const [list] = stateNodes({ id: 'hub', label: 'sandbox-hub' }, items, server);
    const [below] = stateNodes({ id: list!.id, label: 'Webhooks' }, list!.state.children!, list!.server);
    expect(actionsOf(below!)).not.toEqual([]);
  });

  it('are lists, which offer the requests of the list', () => {
    const [node] = stateNodes(
      { id: 'hub', label: 'sandbox-hub' },
      [{ id: 'host/repositories', label: 'Repositories', icon: 'repo', resource: { group: 'repositories' } }],
      server,
    );
    expect(resourceOf(node)).toMatchObject({ kind: 'group', id: 'hub/host/repositories' });
    expect(tableNodeOf(node)).toBeUndefined();
    expect(copiedName(node)).toBeUndefined();
  });

  it('are plain lines where the service has no such resource', () => {
    const items = [{ id: 'clock', label: 'Clock', icon: 'watch', resource: { group: 'other' } }];
    const [node] = stateNodes({ id: 'x', label: '' }, items, server);
    expect(resourceOf(node)).toBeUndefined();
    expect(actionsOf(node!)).toEqual([]);
    expect(stateNodes({ id: 'x', label: '' }, items)[0]).not.toHaveProperty('of');
  });
});
