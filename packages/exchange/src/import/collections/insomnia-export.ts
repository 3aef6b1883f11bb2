import { itemsNamed, memberNamed, textNamed } from '../json-value';

/** Whether it is an export of Insomnia in the format 4: a list of everything, each with the id of what it is in. */
export function isInsomniaExport(value: unknown): boolean {
  return textNamed(value, '_type') === 'export' && Array.isArray(memberNamed(value, 'resources'));
}

/** Returns an export of Insomnia in the format 4 in the form of the format 5, which is a tree. */
export function asInsomniaTree(value: unknown): unknown {
  const resources = itemsNamed(value, 'resources');
  const inside = new Map<string, unknown[]>();
  for (const one of resources) {
    const parent = textNamed(one, 'parentId') ?? '';
    inside.set(parent, [...(inside.get(parent) ?? []), one]);
  }
  const ofType = (type: string) => resources.filter((one) => textNamed(one, '_type') === type);
  const childrenOf = (one: unknown) => inside.get(idOf(one)) ?? [];
  const items = (parent: readonly unknown[], depth: number): readonly unknown[] =>
    depth > 60 ? [] : parent.flatMap((one) => itemOf(one, () => items(childrenOf(one), depth + 1)));
  const workspaces = ofType('workspace');
  const known = new Set(resources.map(idOf));
  // Without its workspace, an item is at the top.
  const tops = resources.filter((one) => !known.has(textNamed(one, 'parentId') ?? ''));
  const collection =
    workspaces.length > 1
      ? workspaces.map((one) => ({ name: textNamed(one, 'name'), children: items(childrenOf(one), 1) }))
      : items([...workspaces.flatMap(childrenOf), ...tops], 0);
  const bases = ofType('environment').filter((one) => !isEnvironment(resources, textNamed(one, 'parentId')));
  return {
    name: workspaces.length === 1 ? textNamed(workspaces[0], 'name') : undefined,
    collection: [...collection, ...specificationsOf(ofType('api_spec'))],
    environments: {
      data: Object.assign({}, ...bases.map((one) => memberNamed(one, 'data'))) as unknown,
      subEnvironments: bases.flatMap(childrenOf).map((one) => ({
        ...{ name: textNamed(one, 'name'), data: memberNamed(one, 'data') },
        meta: { isPrivate: memberNamed(one, 'isPrivate') },
      })),
    },
  };
}

function idOf(one: unknown): string {
  return textNamed(one, '_id') ?? '';
}

function isEnvironment(resources: readonly unknown[], id: string | undefined): boolean {
  return resources.some((one) => idOf(one) === id && textNamed(one, '_type') === 'environment');
}

function itemOf(one: unknown, children: () => readonly unknown[]): readonly object[] {
  const shared = { ...(one as object), meta: { sortKey: memberNamed(one, 'metaSortKey') }, scripts: scriptsOf(one) };
  switch (textNamed(one, '_type')) {
    case 'request':
      return [shared];
    case 'request_group':
      return [{ ...shared, children: children() }];
    // What the reader of the tree names as left out.
    case 'grpc_request':
    case 'websocket_request':
    case 'socketio_request':
    case 'mock_server':
    case 'unit_test_suite':
      return [{ name: textNamed(one, 'name') }];
    default:
      return [];
  }
}

function scriptsOf(one: unknown): object {
  return {
    preRequest: memberNamed(one, 'preRequestScript'),
    afterResponse: memberNamed(one, 'afterResponseScript'),
  };
}

/** A design document is a description of its own. */
function specificationsOf(specifications: readonly unknown[]): readonly object[] {
  return specifications
    .filter((one) => (textNamed(one, 'contents') ?? '').trim() !== '')
    .map((one) => ({ name: `the design document ${textNamed(one, 'fileName') ?? ''}`.trim() }));
}
