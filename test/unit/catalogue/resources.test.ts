import { describe, expect, it } from 'vitest';
import type { ResourceGroup, ResourceRequest } from '../../../packages/catalogue/src/resources';
import { resourceGroupsOf } from '../../../packages/checker/src/resource-model/index';
import { catalogue } from '../../../packages/services/src/registry';

/** Each list with the names that its requests may take. */
function listsIn(
  groups: readonly ResourceGroup[],
  outer: readonly string[],
): readonly [ResourceGroup, readonly string[]][] {
  return groups.flatMap((group): [ResourceGroup, readonly string[]][] => {
    const names = [...outer, ...Object.keys(group.item.names)];
    return [[group, outer], ...listsIn(group.item.groups ?? [], names)];
  });
}

const groups = catalogue.services.map(resourceGroupsOf);
const lists = groups.flatMap((own) => listsIn(own, []));
const namesIn = ({ path, body = '' }: ResourceRequest) =>
  [...`${path} ${body}`.replace(/\{\{[^{}]*\}\}/g, '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe('the view of resources', () => {
  it('has lists of both services', () => {
    expect(groups.map((own) => own.length > 0)).toEqual([true, true]);
  });

  it('has the methods and paths of the catalogue', () => {
    const request = (id: string) => lists.find(([one]) => one.id === id)?.[0].source;
    expect(request('snapshots')).toEqual({
      request: { method: 'GET', path: '/_snapshot/{repository}/_all' },
      at: ['snapshots'],
    });
    expect(request('invitations')).toEqual({
      request: { method: 'GET', path: '/repos/{owner}/{repo}/invitations?per_page=50' },
      at: [],
    });
  });

  it.each(lists)('$id takes only names that are known there', (group, outer) => {
    const { source, item, actions = [], table } = group;
    const inner = [...outer, ...Object.keys(item.names)];
    const own = [...('request' in source ? [source.request] : []), ...actions];
    const ofItem = [item.opens, ...(item.actions ?? []), table?.details, table?.again].flatMap(
      (request) => request ?? [],
    );
    for (const request of own) expect(outer).toEqual(expect.arrayContaining(namesIn(request)));
    for (const request of ofItem) expect(inner).toEqual(expect.arrayContaining(namesIn(request)));
    if (item.opens !== undefined) expect(item.opens.method).toBe('GET');
    if ('request' in source) expect(source.request.method).toBe('GET');
  });
});
