// Servers that break the protocol or never end, reached as a user reaches them, with the memory of the process measured.
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOf, spawnCommandLine } from '../command-line';

/** Plays what a server sends to a path, piece by piece, no faster than it is taken. */
type Play = (path: string) => Iterable<string | Buffer>;

async function startServer(play: Play): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      const pieces = play(/^\S+ (\S+)/.exec(String(head))?.[1] ?? '')[Symbol.iterator]();
      const more = () => {
        for (let next = pieces.next(); ; next = pieces.next()) {
          if (next.done === true) return socket.end();
          if (!socket.write(next.value)) return socket;
        }
      };
      socket.on('drain', more);
      more();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function* forever(piece: string | Buffer): Generator<string | Buffer, undefined> {
  for (;;) yield piece;
}

const megabyte = 1024 * 1024;
const ok = 'HTTP/1.1 200 OK\r\n';
const heads: Readonly<Record<string, readonly string[] | (() => Iterable<string | Buffer>)>> = {
  '/plain': [`${ok}Content-Length: 2\r\n\r\nok`],
  '/no-status': ['This is not HTTP.\r\n\r\n'],
  '/bad-status': ['HTTP/1.1 two hundred\r\n\r\n'],
  '/two-lengths': [`${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`],
  '/negative-length': [`${ok}Content-Length: -5\r\n\r\nabc`],
  '/control-character': [`${ok}X-Name: a\u0000b\r\n\r\nabc`],
  '/bad-chunk': [`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc`],
  '/cut-head': [`${ok}Content-Le`],
  *'/endless-line'() {
    yield `${ok}X-Name: `;
    yield* forever('x'.repeat(65_536));
  },
  *'/endless-fields'() {
    yield ok;
    yield* forever('X-Name: value\r\n'.repeat(5000));
  },
  '/endless-interim': () => forever('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000)),
  '/circle': ['HTTP/1.1 302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'],
  *'/endless-body'() {
    yield `${ok}Content-Type: text/plain\r\n\r\n`;
    yield* forever(Buffer.alloc(megabyte, 'x'));
  },
};

function playOf(path: string): Iterable<string | Buffer> {
  const head = heads[path] ?? [];
  return typeof head === 'function' ? head() : head;
}

/** Runs a file to its end, and returns what was printed with the highest memory of the process in megabytes. */
async function runMeasured(text: string, follow?: () => NodeJS.Signals | undefined) {
  const child = spawnCommandLine(['run', '--all', '--timeout', '2', 'a.http'], { cwd: folderOf({ 'a.http': text }) });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  let most = 0;
  let sent: NodeJS.Signals | undefined;
  const timer = setInterval(() => {
    most = Math.max(most, highestMemory(child.pid));
    if (sent !== undefined) return;
    sent = follow?.();
    if (sent !== undefined) child.kill(sent);
  }, 10);
  const code = await new Promise<number | null>((done) => child.on('close', done));
  clearInterval(timer);
  return { code, printed, most };
}

function highestMemory(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

describe.runIf(process.platform === 'linux')('the memory of a run stays where it is', () => {
  it('whatever is in the head of a response', { timeout: 60_000 }, async () => {
    const url = await startServer(playOf);
    const plain = await runMeasured(`GET ${url}/plain\n`);
    expect(plain.code).toBe(0);
    const paths = Object.keys(heads).filter((path) => !['/plain', '/circle', '/endless-body'].includes(path));
    const { code, printed, most } = await runMeasured(
      paths.map((path) => `### ${path}\nGET ${url}${path}\n`).join('\n'),
    );
    expect(code).toBe(3);
    expect(printed).not.toMatch(/\bat .*\.m?js:\d+|AssertionError|UnhandledPromise/);
    for (const path of paths) expect(printed).toMatch(new RegExp(`^ {2}${path}: (?:The response of )?127`, 'm'));
    expect(most - plain.most).toBeLessThan(64);
  });

  it('on redirects in a circle', async () => {
    const url = await startServer(playOf);
    const { printed } = await runMeasured(`GET ${url}/circle\n`);
    expect(printed).toMatch(/the redirects lead in a circle/);
  });

  it('while a body has no end, until the user cancels it', { timeout: 60_000 }, async () => {
    let asked = Infinity;
    const url = await startServer((path) => {
      asked = performance.now();
      return playOf(path);
    });
    const { code, printed, most } = await runMeasured(`GET ${url}/endless-body\n`, () =>
      performance.now() - asked > 1000 ? 'SIGINT' : undefined,
    );
    expect(code).toBe(130);
    expect(printed).toContain('cancelled');
    // The first 10 MB are kept, as bytes, as text, and for the terminal.
    expect(most).toBeLessThan(300);
  });
});
