// Sends files with the parser, the variables and the HTTP client of REST Client, each request in its order. Started by `host.mjs`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const [bundle = '', settings = '{}'] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'rulebook-rest-client-'));
process.env.HOME = home;
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
/** @type {{ settings: Record<string, unknown>, editor?: object }} */
const state = { settings: JSON.parse(settings) };
Object.assign(globalThis, { restClient: state });
/** What is known of a document is kept for its version. */
let version = 0;
const {
  EnvironmentController,
  HttpClient,
  RequestParserFactory,
  RequestSettings,
  RequestVariableCache,
  RestClientSettings,
  Selector,
} = createRequire(import.meta.url)(bundle);

process.on('message', async (/** @type {{ file: string, environment: string }} */ { file, environment }) => {
  const said = [];
  EnvironmentController.getCurrentEnvironment = async () => ({ name: environment, label: environment });
  process.chdir(dirname(file));
  const text = readFileSync(file, 'utf8');
  const uri = { fsPath: file, toString: () => `file://${file}` };
  const document = { getText: () => text, fileName: file, uri, languageId: 'http', version: ++version };
  state.editor = { document, selection: { isEmpty: true, active: { line: 0 } } };
  const client = new HttpClient();
  await client.clearCookies().catch(() => undefined);
  for (const [line] of Selector.getRequestRanges(text.split(/\r?\n/)))
    try {
      const selected = await Selector.getRequest(state.editor, { start: { line } });
      if (!selected) continue;
      const own = new RestClientSettings(new RequestSettings(selected.metadatas));
      const request = await RequestParserFactory.createRequestParser(selected.text, own).parseHttpRequest(
        selected.metadatas.get('name'),
      );
      const response = await client.send(request, own);
      if (request.name) RequestVariableCache.add(document, request.name, response);
    } catch (error) {
      said.push(String(error));
    }
  process.send?.({ said });
});
