// A bare loop over the requests of a file, the yardstick of S12: `send-loop.mjs http|undici|transport FILE BASE [LIBRARY]`.
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { pathToFileURL } from 'node:url';

const [kind = '', file = '', base = '', library = ''] = process.argv.slice(2);
const type = ['Content-Type', 'application/json'];

/** @type {Record<string, () => Promise<{ send: (method: string, path: string, body: string) => Promise<string>, end: () => void }>>} */
const senders = {
  async http() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method, path, body) =>
      new Promise((done, fail) => {
        const sent = httpRequest(base + path, { agent, method, headers: { [type[0]]: type[1] } }, (answer) => {
          answer.setEncoding('utf8');
          let text = '';
          answer.on('data', (chunk) => (text += chunk)).on('end', () => done(answer.statusCode + text));
        }).on('error', fail);
        sent.end(body);
      });
    return { send, end: () => agent.destroy() };
  },
  async undici() {
    const { Client } = await import('undici');
    const client = new Client(base);
    const send = async (method, path, body) => {
      const answer = await client.request({ method, path, body, headers: type });
      return answer.statusCode + (await answer.body.text());
    };
    return { send, end: () => client.close() };
  },
  async transport() {
    const { sending } = await import(pathToFileURL(library).href);
    const transport = sending.createTransport({ keepsConnections: true });
    const send = async (method, path, body) => {
      const { response, failure } = await transport.send({ method, url: base + path, headers: [type], body }, {});
      if (failure) throw new Error(failure.message);
      return response.status + response.body;
    };
    return { send, end: transport.close };
  },
};

const sender = await senders[kind]?.();
for (const block of readFileSync(file, 'utf8')
  .split(/^###.*$/m)
  .slice(1)) {
  const [, method = '', path = '', body = ''] = /^(\w+) (\S+)\n\n([^]*)$/.exec(block.trim()) ?? [];
  process.stdout.write(`${await sender?.send(method, path, body)}\n`);
}
sender?.end();
