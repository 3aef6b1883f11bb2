// What the requests of the memory suite go to, in a process of its own: `/large?megabytes=50` is text, anything else is JSON, short or with
// `?count=5000` items.
import { createServer } from 'node:http';

const line = `${'x'.repeat(99)}\n`;
const piece = Buffer.from(line.repeat(10_000));

let count = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/count') {
    response.end(String(count));
    return;
  }
  count++;
  if (url.pathname !== '/large') {
    const length = Number(url.searchParams.get('count') ?? 20);
    const hits = Array.from({ length }, (_, id) => ({ id, name: `document-${count}-${id}` }));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ count, hits }));
    return;
  }
  let left = Number(url.searchParams.get('megabytes'));
  response.writeHead(200, { 'Content-Type': 'text/plain' });
  // No faster than it is taken.
  const more = () => {
    while (left-- > 0) if (!response.write(piece)) return;
    response.end();
  };
  response.on('drain', more);
  more();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
// The suite that started it may end in any way.
process.stdin.on('end', () => process.exit()).resume();
