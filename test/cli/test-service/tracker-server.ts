import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Item = Readonly<Record<string, unknown>> & { readonly id: number };

/** A tracker that refuses ids of what it does not have, as its description says of each member. */
export interface Tracker {
  readonly url: string;
  readonly size: () => number;
  readonly close: () => void;
}

const id = { type: 'integer' };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const user = { type: 'object', required: ['id', 'name'], properties: { id, name: text } };

/** The members of what is sent, by kind of item. */
const sent = {
  users: { required: ['name'], properties: { name: text } },
  labels: { required: ['name'], properties: { name: text } },
  projects: {
    required: ['name', 'owner_id'],
    properties: { name: text, owner_id: { ...id, description: 'The id of the user who answers for it' } },
  },
  tickets: {
    required: ['title', 'projectId'],
    properties: {
      title: text,
      projectId: id,
      label_ids: { type: 'array', items: id, maxItems: 5 },
      reporter: { type: 'object', required: ['id'], properties: { id, name: text } },
      parent_ticket_id: id,
      steps: {
        type: 'array',
        items: { type: 'object', required: ['userId'], properties: { userId: id, note: text } },
        minItems: 1,
        maxItems: 4,
      },
    },
  },
} as const;

/** Which members hold ids, and of what. */
const references: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  projects: { owner_id: 'users' },
  tickets: { projectId: 'projects', parent_ticket_id: 'tickets' },
};

type Kind = keyof typeof sent;

function json(schema: object) {
  return { 'application/json': { schema } };
}

function pathsOf(kind: Kind, parameter: string) {
  const item =
    kind === 'users' ? user : { type: 'object', required: ['id'], properties: { id, ...sent[kind].properties } };
  const shown = (status: number) => ({ [status]: { description: 'The item', content: json(item) } });
  const body = { required: true, content: json({ type: 'object', ...sent[kind] }) };
  const errors = { 404: { description: 'Not found' }, 422: { description: 'A mistake' } };
  const change = { ...body, content: json({ type: 'object', properties: sent[kind].properties }) };
  return {
    [`/${kind}`]: {
      get: {
        parameters:
          kind === 'tickets'
            ? [
                { name: 'project_id', in: 'query', schema: id },
                { name: 'reportedBy', in: 'query', schema: id },
              ]
            : [],
        operationId: `list-${kind}`,
        responses: { 200: { description: 'All', content: json({ type: 'array', items: item }) }, ...errors },
      },
      post: {
        requestBody: body,
        responses: {
          201: {
            description: 'The item',
            content: json(item),
            ...(kind === 'users' && {
              links: { tickets: { operationId: 'list-tickets', parameters: { reportedBy: '$response.body#/id' } } },
            }),
          },
          ...errors,
        },
      },
    },
    [`/${kind}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: 'path', required: true, schema: id }],
      get: { responses: { ...shown(200), ...errors } },
      put: { requestBody: body, responses: { ...shown(200), ...errors } },
      patch: { requestBody: change, responses: { ...shown(200), ...errors } },
      delete: { responses: { 204: { description: 'Removed' }, ...errors } },
    },
  };
}

const member = {
  type: 'object',
  required: ['role'],
  properties: { role: { type: 'string', enum: ['admin', 'guest'] } },
};

/** What the tracker does, as an OpenAPI description. */
export const trackerDescription = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Tracker', version: '1' },
  paths: {
    ...pathsOf('tickets', 'ticketId'),
    ...pathsOf('projects', 'projectId'),
    ...pathsOf('users', 'userId'),
    ...pathsOf('labels', 'labelId'),
    '/projects/{projectId}/members/{userId}': {
      parameters: ['projectId', 'userId'].map((name) => ({ name, in: 'path', required: true, schema: id })),
      put: {
        requestBody: { required: true, content: json(member) },
        responses: {
          200: { description: 'The member', content: json(member) },
          404: { description: 'Not found' },
          422: { description: 'A mistake' },
        },
      },
      get: {
        responses: { 200: { description: 'The member', content: json(member) }, 404: { description: 'Not found' } },
      },
      delete: { responses: { 204: { description: 'Removed' }, 404: { description: 'Not found' } } },
    },
  },
});

/** Starts the tracker on this machine. */
export async function startTracker(): Promise<Tracker> {
  const items: Readonly<Record<string, Map<number, Item>>> = {
    users: new Map(),
    labels: new Map(),
    projects: new Map(),
    tickets: new Map(),
  };
  const members = new Map<string, unknown>();
  let made = 0;
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const [status, value] = respond(request.method ?? '', new URL(request.url ?? '', 'http://localhost'), body);
      response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    size: () => Object.values(items).reduce((sum, all) => sum + all.size, members.size),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  function respond(method: string, url: URL, body: unknown): readonly [number, unknown?] {
    const [kind = '', name, inner, person] = url.pathname.split('/').slice(1);
    const all = items[kind];
    if (all === undefined) return [404];
    if (name === undefined) {
      if (method === 'GET') return isKnownQuery(url) ? [200, [...all.values()]] : [422];
      if (!isRight(kind as Kind, body, true)) return [422];
      const item = { ...body, id: ++made };
      all.set(item.id, item);
      return [201, shown(kind, item)];
    }
    const item = all.get(Number(name));
    if (item === undefined) return [404];
    if (inner === 'members') return respondToMember(method, `${name} ${person}`, Number(person), body);
    if (method === 'GET') return [200, shown(kind, item)];
    if (method === 'DELETE') {
      all.delete(item.id);
      return [204];
    }
    if (!isRight(kind as Kind, body, method === 'PUT') || body.parent_ticket_id === item.id) return [422];
    const next = method === 'PUT' ? { ...body, id: item.id } : { ...item, ...body };
    all.set(item.id, next);
    return [200, shown(kind, next)];
  }

  function shown(kind: string, item: Item): Item {
    const properties = Object.keys(sent[kind as Kind].properties);
    return Object.fromEntries(
      Object.entries(item).filter(([name]) => name === 'id' || properties.includes(name)),
    ) as Item;
  }

  function respondToMember(method: string, key: string, person: number, body: unknown): readonly [number, unknown?] {
    if (items.users?.has(person) !== true) return [404];
    if (method === 'PUT') {
      const { role } = (body ?? {}) as { readonly role?: unknown };
      if (role !== 'admin' && role !== 'guest') return [422];
      members.set(key, { role });
    }
    const found = members.get(key);
    if (found === undefined) return [404];
    if (method === 'DELETE') members.delete(key);
    return method === 'DELETE' ? [204] : [200, found];
  }

  function isKnownQuery({ searchParams }: URL): boolean {
    const [project, reporter] = [searchParams.get('project_id'), searchParams.get('reportedBy')];
    return (
      (project === null || has('projects', Number(project))) && (reporter === null || has('users', Number(reporter)))
    );
  }

  function has(kind: string, key: unknown): boolean {
    return typeof key === 'number' && items[kind]?.has(key) === true;
  }

  function isRight(kind: Kind, body: unknown, isWhole: boolean): body is Readonly<Record<string, unknown>> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
    const { name, title, label_ids, reporter, steps, ...ids } = body as Readonly<Record<string, unknown>>;
    const { required } = sent[kind];
    if (isWhole && required.some((one) => !(one in body))) return false;
    const isText = (value: unknown) =>
      value === undefined || (typeof value === 'string' && value.length >= 1 && value.length <= 40);
    if (!isText(name) || !isText(title)) return false;
    if (Object.entries(references[kind] ?? {}).some(([one, of]) => one in ids && !has(of, ids[one]))) return false;
    if (kind !== 'tickets') return true;
    const isList = (list: unknown, least: number, most: number, isGood: (one: unknown) => boolean) =>
      list === undefined || (Array.isArray(list) && list.length >= least && list.length <= most && list.every(isGood));
    const isObject = (one: unknown): one is Readonly<Record<string, unknown>> =>
      typeof one === 'object' && one !== null;
    return (
      isList(label_ids, 0, 5, (one) => has('labels', one)) &&
      (reporter === undefined || (isObject(reporter) && has('users', reporter.id) && isText(reporter.name))) &&
      isList(steps, 1, 4, (one) => isObject(one) && has('users', one.userId) && isText(one.note))
    );
  }
}

async function read(request: IncomingMessage): Promise<unknown> {
  let all = '';
  for await (const chunk of request) all += String(chunk);
  try {
    return JSON.parse(all) as unknown;
  } catch {
    return undefined;
  }
}
