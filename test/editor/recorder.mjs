// A service that notes what arrives, so that a test can say what left the editor.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** What is answered at other paths; `parts` differs each time. */
const others = {
  '/parts': {
    type: 'application/json',
    body: (count) => `{"parts":[1.0,2],"count":${count},"token":"not-for-the-screen"}`,
  },
  '/page': {
    type: 'text/html; charset=utf-8',
    body: () =>
      '<!doctype html>\n<html>\n<head><style>h1 { color: green }</style><script>document.title = "ran"</script></head>\n<body><h1>Hello</h1></body>\n</html>\n',
  },
  '/large': {
    type: 'application/json',
    body: () => `[${'{"name":"one of many","token":"not-for-the-screen"},'.repeat(120_000)}{}]`,
  },
  '/image': { type: 'image/png', body: () => png },
  '/document': { type: 'application/pdf', body: () => '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n' },
};

/**
 * Starts it on loopback. A body that names `slow` gets no answer, one with `refuse-this` is refused; any other gets one with a number that no double can hold. `/refused`
 * does not accept `ApiKey wrong`, and `/stream` answers a line at a time until `finishStream` is called.
 * @returns {Promise<{ baseUrl: string, requests: { method: string, path: string, authorization: string, body: string }[],
 *   arrived: (count: number) => Promise<void>, finishStream: () => void, stop: () => void }>}
 */
export async function startRecorder() {
  /** @type {{ method: string, path: string, authorization: string, body: string }[]} */
  const requests = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      requests.push({ method, path, authorization: headers.authorization ?? '', body });
      arrivals.emit('request');
      if (body.includes('slow')) return;
      if (body.includes('refuse-this')) {
        response.writeHead(400, { 'Content-Type': 'application/json' });
        const reason = '[1:44] [api_key_request] failed to parse field [metadata]';
        response.end(
          JSON.stringify({
            error: { root_cause: [{ type: 'x_content_parse_exception', reason }], reason },
            status: 400,
          }),
        );
        return;
      }
      if (path === '/refused' && headers.authorization === 'ApiKey wrong') response.statusCode = 401;
      const moved = { '/moved': '/moved-again', '/moved-again': '/parts' }[path];
      if (moved !== undefined) {
        response.writeHead(302, { Location: moved }).end();
        return;
      }
      if (body.includes('hand-out')) {
        response.setHeader('Content-Type', 'application/json');
        response.end('{"id":"VuaCfGcBCdbkQm","name":"hand-out","encoded":"VnVhQ2ZHY0JDZGJrUW06aGFuZGVkLW91dA=="}');
        return;
      }
      if (path === '/cookie') response.setHeader('Set-Cookie', 'session=canary; HttpOnly');
      if (path === '/stream') {
        response.setHeader('Content-Type', 'text/plain');
        response.write('the first line\n');
        arrivals.once('finish', () => response.end('the last line\n'));
        return;
      }
      if (path === '/events') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        let number = 0;
        const timer = setInterval(() => response.write(`event: count\ndata: {"number":${++number}}\n\n`), 100);
        response.on('close', () => clearInterval(timer));
        return;
      }
      const [, page] = /^\/repos\/o\/r\/hooks\?.*\bpage=(\d)/.exec(path) ?? [];
      if (page !== undefined) {
        const to = (number, rel) => `</repos/o/r/hooks?per_page=2&page=${number}>; rel="${rel}"`;
        const links = [
          ...(page < '3' ? [to(Number(page) + 1, 'next')] : []),
          ...(page > '1' ? [to(Number(page) - 1, 'prev')] : []),
        ];
        response.writeHead(200, { 'Content-Type': 'application/json', Link: links.join(', ') });
        response.end(`[{"id":${page}1.0},{"id":${page}2}]`);
        return;
      }
      const other = others[path.split('?')[0] ?? ''];
      if (other !== undefined) {
        response.setHeader('Content-Type', other.type);
        response.end(other.body(requests.length));
        return;
      }
      response.setHeader('Content-Type', 'application/json');
      response.end('{"id":"VuaCfGcBCdbkQm","name":"noted","expiration":12345678901234567890,"invalidated":false}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    arrived: async (count) => {
      const signal = AbortSignal.timeout(15_000);
      while (requests.length < count) await once(arrivals, 'request', { signal });
    },
    finishStream: () => arrivals.emit('finish'),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
