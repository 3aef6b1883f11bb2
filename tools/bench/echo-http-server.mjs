// The yardstick of the sandbox's load: answers every request with its own body, or with a short JSON text.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length > 0 ? Buffer.concat(chunks) : Buffer.from('{"hello":"world"}');
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  console.log(JSON.stringify({ ready: true, endpoints: [{ name: 'echo', baseUrl, credential: 'none' }] }));
});
process.stdin.on('end', () => process.exit()).resume();
