import { reasonOf } from '@rulebook/sender/plan';
import { relative, sep } from 'node:path';
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { redact } from '@rulebook/catalogue/masking';
import { filesMatching } from '@rulebook/node/files/match-files';
import { runProgram } from './run-program';
import { readSource } from './sources';

/** More files are not listed; each can still be read by its path. */
const maxFiles = 500;

/** Adds the request files below the working folder as resources, and the findings of each. */
export function addFileResources(server: McpServer): void {
  server.registerResource(
    'request-file',
    new ResourceTemplate('rulebook://file/{+path}', { list: () => ({ resources: listedFiles('file', 'text/plain') }) }),
    { title: 'Request file', description: 'A request file below the working folder, with its secrets masked.' },
    (uri) => {
      const { text } = requestFile(uri, 'file');
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: redact(text) }] };
    },
  );
  server.registerResource(
    'findings',
    new ResourceTemplate('rulebook://findings/{+path}', {
      list: () => ({ resources: listedFiles('findings', 'application/json') }),
    }),
    { title: 'Findings', description: 'What is wrong in a request file, as `rulebook check --format json` prints it.' },
    async (uri, _, { signal }) => {
      const { path } = requestFile(uri, 'findings');
      const { output } = await runProgram(['check', '--format', 'json', '--', path], signal);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: redact(output) }] };
    },
  );
}

function listedFiles(kind: string, mimeType: string) {
  const folder = process.cwd();
  return filesMatching('**/*.{http,rest,es}', folder)
    .slice(0, maxFiles)
    .map((path) => relative(folder, path).split(sep).join('/'))
    .map((path) => ({
      uri: `rulebook://${kind}/${path.split('/').map(encodeURIComponent).join('/')}`,
      name: kind === 'file' ? path : `Findings of ${path}`,
      mimeType,
    }));
}

/** Returns the file that a resource names. Throws a sentence for the client when it is not a request file below the working folder. */
function requestFile(uri: URL, kind: string) {
  const written = uri.href.slice(`rulebook://${kind}/`.length);
  const path = decodeURIComponent(written);
  if (!/\.(?:http|rest|es)$/.test(path)) throw new Error('Only request files (.http, .rest, .es) are resources.');
  const source = readSource({ path });
  if ('cause' in source) throw new Error(reasonOf(source));
  return source;
}
