// Receives a body in a process of its own, so that its memory can be measured. It is bundled by large-bodies.test.ts.
import { createResponseFiles } from '../../../../packages/node/src/files/response-files';
import { createTransport } from '../../../../packages/node/src/http/transport';

const [url, folder, maximumBody] = process.argv.slice(2);

function memory() {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, used: heapUsed + external };
}

const transport = createTransport();
const send = (options) => transport.send({ method: 'GET', url: url ?? '', headers: [] }, options);
// What is loaded and compiled with the first requests is not counted.
for (let round = 0; round < 3; round++) await send({ maximumBody: 1000, followsRedirects: false, timeout: 10_000 });
globalThis.gc?.();
const before = memory();
const most = { ...before };
const sampling = setInterval(() => {
  const now = memory();
  most.rss = Math.max(most.rss, now.rss);
  most.used = Math.max(most.used, now.used);
}, 10);
const file = await createResponseFiles(folder ?? '').create('bin');
const result = await transport.send(
  { method: 'GET', url: `${url}/large`, headers: [] },
  { maximumBody: Number(maximumBody) },
  undefined,
  { onBytes: file.write },
);
clearInterval(sampling);
await file.close();
const { body = '', ...response } = 'response' in result ? result.response : {};
process.stdout.write(
  JSON.stringify({
    path: file.path,
    ...('failure' in result ? { failure: result.failure } : { response, kept: body.length }),
    grown: { rss: most.rss - before.rss, used: most.used - before.used },
  }),
);
