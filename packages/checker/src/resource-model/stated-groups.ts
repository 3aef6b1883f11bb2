import type { Operation } from '@rulebook/catalogue/operation';
import type {
  DeliveryTable,
  ResourceAction,
  ResourceGroup,
  ResourceItem,
  ResourceRequest,
  StatedRequest,
} from '@rulebook/catalogue/resources';
import type { Service } from '@rulebook/catalogue/service';

type Read = (request: StatedRequest) => ResourceRequest;

/** Returns the lists that a service states for a view, with the methods and paths of its operations; undefined for a service that states none. */
export function statedGroupsOf(service: Service): readonly ResourceGroup[] | undefined {
  const read = requestOfStated(service);
  return service.resources?.map((group) => readGroup(group, read));
}

/** Returns what reads requests that a service states: those of an operation get its method and its path. */
export function requestOfStated({
  id,
  operations,
  statedOperations = operations,
}: Pick<Service, 'id' | 'operations' | 'statedOperations'>): Read {
  const byId = new Map(statedOperations.map((operation) => [operation.id, operation]));
  return (request) => {
    if (!('operation' in request)) return request;
    const operation = byId.get(`${id}.${request.operation}`);
    if (operation === undefined)
      throw new Error(`${id} states a request of the operation ${request.operation}, which it does not have.`);
    return requestOf(operation, request);
  };
}

function requestOf(
  { methods: [method = ''], path }: Operation,
  { names = {}, query, body }: Extract<StatedRequest, { operation: string }>,
): ResourceRequest {
  const filled = path.replace(/\{([^{}]+)\}/g, (written, name: string) => names[name] ?? written);
  return {
    method,
    path: query === undefined ? filled : `${filled}?${query}`,
    ...(body !== undefined && { body }),
  };
}

function readGroup(group: ResourceGroup<StatedRequest>, read: Read): ResourceGroup {
  const { source, item, actions, table, ...rest } = group;
  return {
    ...rest,
    source: 'named' in source ? source : readSource(source, read),
    item: readItem(item, read),
    ...(actions !== undefined && { actions: actions.map((one) => readAction(one, read)) }),
    ...(table !== undefined && { table: readTable(table, read) }),
  };
}

function readSource(
  source: Exclude<ResourceGroup<StatedRequest>['source'], { named: unknown }>,
  read: Read,
): ResourceGroup['source'] {
  const { request, neighbour, ...rest } = source;
  return {
    ...rest,
    request: read(request),
    ...(neighbour !== undefined && { neighbour: { ...neighbour, request: read(neighbour.request) } }),
  };
}

function readItem(item: ResourceItem<StatedRequest>, read: Read): ResourceItem {
  const { opens, actions, groups, ...rest } = item;
  return {
    ...rest,
    ...(opens !== undefined && { opens: read(opens) }),
    ...(actions !== undefined && { actions: actions.map((one) => readAction(one, read)) }),
    ...(groups !== undefined && { groups: groups.map((group) => readGroup(group, read)) }),
  };
}

function readAction(action: ResourceAction<StatedRequest>, read: Read): ResourceAction {
  return { title: action.title, ...read(action) };
}

function readTable(table: DeliveryTable<StatedRequest>, read: Read): DeliveryTable {
  return { ...table, details: read(table.details), again: read(table.again) };
}
