import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Mistakes that the library can be started with, one at a time. */
export const faults = [
  'wrong type',
  'absent member',
  '500 on a boundary',
  'a delete that does not',
  'a list that forgets',
  'a wrong status',
  'an extra required member',
  'a lost update',
  'a wrong id',
  "another's item leaked",
  'a crash on a long text',
  'a crash on another script',
  'a crash on a NUL character',
  'a crash without a body',
  'a crash on a large number',
] as const;

/** A mistake that the library can be started with. */
export type Fault = (typeof faults)[number] | 'accepts everything';

type Item = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly value?: unknown;
}

/** A library of shelves with books, as library.json describes it. */
export interface Library {
  readonly url: string;
  /** How many items there are. */
  readonly size: () => number;
  readonly requests: () => number;
  /** What was sent. */
  readonly log: () => readonly string[];
  /** The values of `X-Key` that were received. */
  readonly keys: () => ReadonlySet<unknown>;
  readonly close: () => void;
}

/** Responds in place of the library, where it returns something. */
export type Intercept = (
  request: IncomingMessage,
  received: number,
) =>
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string }
  | 'end'
  | undefined;

/** Starts the library on this machine. */
export async function startLibrary(fault?: Fault, intercept?: Intercept): Promise<Library> {
  const shelves = new Map<string, Item>();
  const books = new Map<string, ReadonlyMap<string, Item>>();
  let made = 0;
  let requests = 0;
  const log: string[] = [];
  const keys = new Set<unknown>();
  const server: Server = createServer((request, response) => {
    requests++;
    keys.add(request.headers['x-key']);
    const other = intercept?.(request, requests);
    if (other === 'end') {
      server.close();
      server.closeAllConnections();
      return;
    }
    if (other !== undefined) {
      request.resume();
      response.writeHead(other.status, other.headers).end(other.text);
      return;
    }
    void bodyOf(request).then((body) => {
      log.push(`${request.method} ${request.url} ${JSON.stringify(body)}`);
      const { status, value } = respond(request.method ?? '', new URL(request.url ?? '', 'http://localhost'), body);
      response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    size: () => shelves.size + [...books.values()].reduce((sum, shelf) => sum + shelf.size, 0),
    requests: () => requests,
    log: () => log,
    keys: () => keys,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  function respond(method: string, url: URL, body: unknown): Answer {
    const [kind, shelf = '', inner, book] = url.pathname.split('/').slice(1);
    if (kind !== 'shelves') return { status: 404 };
    if (crashes(method, shelf, body)) return { status: 500 };
    if (shelf === '') return respondToShelves(method, url, body);
    if (!shelves.has(shelf)) return { status: 404 };
    if (inner === undefined) return respondToShelf(method, shelf, body);
    return book === undefined ? respondToBooks(method, shelf, body) : respondToBook(method, shelf, book, body);
  }

  /** What a fuzzer is made for: values that no one expects. */
  function crashes(method: string, shelf: string, body: unknown): boolean {
    const label = isItem(body) && typeof body.label === 'string' ? body.label : '';
    switch (fault) {
      case 'a crash on a long text':
        return label.length > 1000;
      case 'a crash on another script':
        return /[^\0-\xff]/.test(label);
      case 'a crash on a NUL character':
        return label.includes('\0');
      case 'a crash without a body':
        return method === 'POST' && body === undefined;
      case 'a crash on a large number':
        return Number(shelf) > 2 ** 31 - 1;
      default:
        return false;
    }
  }

  function respondToShelves(method: string, url: URL, body: unknown): Answer {
    const limit = url.searchParams.get('limit');
    if (method === 'GET') {
      if (limit !== null && !(Number.isInteger(Number(limit)) && Number(limit) >= 1 && Number(limit) <= 100))
        return { status: 400 };
      const all = [...shelves.values()].slice(0, limit === null ? Infinity : Number(limit));
      return { status: 200, value: { items: fault === 'a list that forgets' ? all.slice(1) : all } };
    }
    if (fault !== 'accepts everything' && !isShelf(body)) return { status: 400 };
    if (fault === '500 on a boundary' && isShelf(body) && String(body.room).length === 20) return { status: 500 };
    const id = ++made;
    const item: Item = isShelf(body) ? { ...body, id } : { room: 'Hall', id };
    shelves.set(String(id), item);
    return { status: fault === 'a wrong status' ? 200 : 201, value: item };
  }

  function respondToShelf(method: string, shelf: string, body: unknown): Answer {
    const known = shelves.get(shelf) ?? {};
    switch (method) {
      case 'GET': {
        const { id, ...others } = known;
        if (fault === 'absent member') return { status: 200, value: { id, height: others.height } };
        return { status: 200, value: fault === 'a wrong id' ? { ...others, id: Number(id) + 1 } : known };
      }
      case 'PUT': {
        if (!isShelf(body)) return { status: 400 };
        const next = { ...body, id: known.id };
        if (fault !== 'a lost update') shelves.set(shelf, next);
        return { status: 200, value: next };
      }
      default:
        if (fault !== 'a delete that does not') shelves.delete(shelf);
        if (fault !== 'a delete that does not') books.delete(shelf);
        return { status: 204 };
    }
  }

  function respondToBooks(method: string, shelf: string, body: unknown): Answer {
    const own = books.get(shelf) ?? new Map<string, Item>();
    if (method === 'GET') {
      const leaked =
        fault === "another's item leaked" ? [...books.values()].flatMap((one) => [...one.values()]) : undefined;
      return { status: 200, value: leaked ?? [...own.values()] };
    }
    if (!isBook(body, ['title', 'kind'])) return { status: 400 };
    if (fault === 'an extra required member' && !('pages' in body)) return { status: 400 };
    const book = { ...body, id: `b${++made}` };
    books.set(shelf, new Map([...own, [book.id, book]]));
    return { status: 201, value: shown(book) };
  }

  function respondToBook(method: string, shelf: string, id: string, body: unknown): Answer {
    const own = books.get(shelf) ?? new Map<string, Item>();
    const known = own.get(id);
    if (known === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, value: shown(known) };
    if (method === 'DELETE') {
      books.set(shelf, new Map([...own].filter(([key]) => key !== id)));
      return { status: 204 };
    }
    if (!isBook(body, [])) return { status: 400 };
    books.set(shelf, new Map([...own, [id, { ...known, ...body }]]));
    return { status: 200, value: shown({ ...known, ...body }) };
  }

  function shown(book: Item): Item {
    return fault === 'wrong type' && 'pages' in book ? { ...book, pages: String(book.pages) } : book;
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShelf(body: unknown): body is Item {
  if (!isItem(body)) return false;
  const { room, height = 1, label = '', ...others } = body;
  return (
    Object.keys(others).length === 0 &&
    isText(room, 2, 20) &&
    isText(label, 0, Infinity) &&
    typeof height === 'number' &&
    height >= 0.5 &&
    height <= 4
  );
}

function isBook(body: unknown, required: readonly string[]): body is Item {
  if (!isItem(body) || required.some((name) => !(name in body))) return false;
  const { title = 'a', kind = 'novel', pages = 1, tags = [] } = body;
  return (
    isText(title, 1, 40) &&
    ['novel', 'poems', 'science'].includes(String(kind)) &&
    Number.isInteger(pages) &&
    (pages as number) >= 1 &&
    (pages as number) <= 5000 &&
    Array.isArray(tags) &&
    tags.length <= 3 &&
    tags.every((tag) => typeof tag === 'string')
  );
}

function isText(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === 'string' && value.length >= minimum && value.length <= maximum;
}
