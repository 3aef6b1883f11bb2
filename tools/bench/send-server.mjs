// What the senders of S12 send to: acknowledges every request, and remembers when each arrived.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';

/** @type {number[]} */
let arrivals = [];
const server = createServer((request, response) => {
  arrivals.push(performance.now());
  request.resume().on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"acknowledged":true}');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = [];
});
process.on('disconnect', () => process.exit());
