// Serves VS Code for the Web on loopback, with extensions that the page loads from here and a workspace in the page's memory.
import { createServer } from 'node:http';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

const domain = 'rulebook.localhost';
const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Starts the server and returns the address of the workbench.
 * @param {{ vscode: string, extension: string, packed: ReadonlySet<string>, files: Readonly<Record<string, string>>, settings?: Record<string, unknown> }} options
 *   `vscode`: the folder of VS Code for the Web; `extension`: its folder, of which what is `packed` is served; `files`: the workspace, by path
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function serveWebVscode({ vscode, extension, packed, files, settings = {} }) {
  /** @type {Record<string, string>} */
  const folders = {
    vscode,
    rulebook: extension,
    'memory-files': join(import.meta.dirname, 'memory-files'),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, name = '', ...rest] = decodeURIComponent(pathname).split('/');
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html').end(page(authority(), settings));
      return;
    }
    if (pathname === '/files.json') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(files));
      return;
    }
    const folder = folders[name];
    const file = folder === undefined ? '' : join(folder, normalize(rest.join('/')));
    const isLeftOut = name === 'rulebook' && !packed.has(rest.join('/'));
    if (
      isLeftOut ||
      folder === undefined ||
      !file.startsWith(folder) ||
      !existsSync(file) ||
      !statSync(file).isFile()
    ) {
      response.writeHead(404).end();
      return;
    }
    // The worker of the extensions has an origin of its own.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  // Pages such as that of a notebook have an origin of their own, below the same name: browsers look for such names on this machine.
  const authority = () => `code.${domain}:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined));
  });
  return {
    address: `http://${authority()}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The page as the workbench wants it: its configuration, and its scripts in this order. */
function page(authority, settings) {
  const base = `http://${authority}/vscode`;
  const extension = (path) => ({ scheme: 'http', authority, path: `/${path}` });
  const configuration = {
    folderUri: { scheme: 'memory', path: '/project' },
    additionalBuiltinExtensions: [extension('rulebook'), extension('memory-files')],
    configurationDefaults: settings,
    webviewEndpoint: `http://{{uuid}}.${domain}:${authority.split(':')[1]}/vscode/out/vs/workbench/contrib/webview/browser/pre/`,
    productConfiguration: { enableTelemetry: false, nameShort: 'Code', nameLong: 'VS Code for the Web' },
  };
  const product = JSON.stringify(configuration).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8" />
<link data-name="vs/workbench/workbench.web.main" rel="stylesheet" href="${base}/out/vs/workbench/workbench.web.main.css" />
</head>
<body aria-label=""></body>
<script>window.product = ${product};</script>
<script src="${base}/out/vs/loader.js"></script>
<script src="${base}/out/vs/webPackagePaths.js"></script>
<script>
for (const [name, path] of Object.entries(self.webPackagePaths)) {
  self.webPackagePaths[name] = '${base}/node_modules/' + name + '/' + path;
}
require.config({ baseUrl: '${base}/out', recordStats: true, paths: self.webPackagePaths });
</script>
<script src="${base}/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="${base}/out/vs/workbench/workbench.web.main.js"></script>
<script src="${base}/out/vs/code/browser/workbench/workbench.js"></script>
</html>
`;
}
