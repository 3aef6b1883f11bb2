// A body of 50 MB in the page of the view of responses: S18. The page is the extension's own; a server plays the extension, with its modules.
import { createServer } from 'node:http';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChromium } from '../editor/browser-vscode.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const megabyte = 1024 * 1024;

/** @type {Readonly<Record<string, { type: string, item: (id: number) => string, first: string, last: string, end: RegExp }>>} */
const kinds = {
  'JSON in one line': {
    type: 'application/json',
    item: (id) =>
      `{"id":${id},"name":"a name of ${id}",${id % 100 ? '' : `"token":"hidden-${id}",`}"tags":["one","two"],"price":${id}.50},`,
    first: '{"items":[',
    last: '0]}',
    end: /\}$/,
  },
  'XML in lines': {
    type: 'application/xml',
    item: (id) =>
      `  <item id="${id}"><name>a name of ${id}</name>${id % 100 ? '' : `<token>hidden-${id}</token>`}</item>\n`,
    first: '<items>\n',
    last: '</items>\n',
    end: /^<\/items>$/,
  },
  'text in one line': {
    type: 'text/plain',
    item: (id) => `${id} ${'x'.repeat(80)} `,
    first: '',
    last: 'end',
    end: /end$/,
  },
  'text in lines': {
    type: 'text/plain',
    item: (id) => `${id} ${'x'.repeat(80)}\n`,
    first: '',
    last: 'end\n',
    end: /^end$/,
  },
};

/** @param {Bench} bench */
export async function measureWholeBody({ root, folder, isQuick, report }) {
  const size = isQuick ? 10 : 50;
  const { files, model, pieces } = await playedExtension(root, folder, size);
  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => response.destroy(error));
  });
  const serve = async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const kind = searchParams.get('kind') ?? '';
    if (pathname === '/model') return response.end(JSON.stringify(model(kind)));
    if (pathname === '/piece') return response.end(JSON.stringify(await pieces(kind, searchParams.has('first'))));
    const [type, content] = files[pathname] ?? ['text/plain', ''];
    return response.setHeader('Content-Type', type).end(content);
  };
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { browser, page } = await startChromium();
  try {
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    for (const kind of Object.keys(kinds)) {
      await page.goto(base);
      await page.waitForFunction(() => 'show' in window);
      const session = await page.context().newCDPSession(page);
      const before = await heapOf(session);
      await page.evaluate((name) => /** @type {any} */ (window).show(name), kind);
      await page.locator('.cm-line').first().waitFor();
      await sleep(1000);
      await longestTask(page);
      const followed = await followTasks(session);
      const started = performance.now();
      await page.locator('#all').click();
      await page.locator('.tools .note').filter({ hasText: 'All of it' }).waitFor({ timeout: 300_000 });
      const seconds = (performance.now() - started) / 1000;
      report.row('S18', `longest task while the view takes ${size} MB of ${kind}, CPU`, await followed(), {
        ...{ unit: 'ms', goal: 100, samples: 1 },
      });
      report.row('S18', '  the same by the clock', await longestTask(page), { unit: 'ms', samples: 1 });
      report.row('S18', '  until all of it is shown', seconds, { unit: 's', samples: 1 });
      report.row('S18', '  memory of the page', (await heapOf(session)) - before, { unit: 'MB', samples: 1 });
      const scrolled = await followTasks(session);
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+End');
      await page
        .locator('.cm-line')
        .filter({ hasText: kinds[kind]?.end ?? '' })
        .first()
        .waitFor();
      await sleep(1500);
      report.row('S18', '  longest task while it is scrolled to its end, CPU', await scrolled(), {
        ...{ unit: 'ms', goal: 100, samples: 1 },
      });
      const text = await page.locator('.cm-content').innerText();
      report.expect(!text.includes('hidden-'), `S18: a secret of ${kind} is shown.`);
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** What the extension does for the page: the model of the beginning, and pieces of the whole body from its file. */
async function playedExtension(root, folder, size) {
  const esbuild = await import('esbuild');
  const program = join(folder, 'played-extension.mjs');
  await esbuild.build({
    stdin: {
      contents: `export { piecesOfBody } from './client/src/response/view/whole-body';
        export { modelOfResponse } from './client/src/response/view/model-of-response';
        export { viewWords } from './client/src/response/view/view-words';
        export { createResponseFiles } from '@rulebook/node/files/response-files';`,
      resolveDir: root,
      loader: 'ts',
    },
    ...{ outfile: program, bundle: true, format: 'esm', platform: 'node', mainFields: ['module', 'main'] },
    alias: { vscode: join(root, 'test/unit/client/vscode.ts') },
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const { piecesOfBody, modelOfResponse, viewWords, createResponseFiles } = await import(program);
  rmSync(program);
  const { read } = createResponseFiles(join(folder, 'responses'));
  const answers = Object.fromEntries(
    Object.entries(kinds).map(([kind, about], index) => [kind, answerOf(join(folder, `body-${index}`), about, size)]),
  );
  const script = readFileSync(join(folder, 'dist/response-view.js'), 'utf8');
  const style = (name) => readFileSync(join(root, 'client/media', name), 'utf8');
  const words = JSON.stringify(viewWords()).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  let running;
  return {
    /** @type {Readonly<Record<string, readonly [string, string]>>} */
    files: {
      '/': [
        'text/html; charset=utf-8',
        `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><style>${style('response.css')}${style('response-view.css')}</style>
        <body><main id="view" data-words="${words}"></main><script>${editorOfPage}</script><script src="/view.js"></script></body></html>`,
      ],
      '/view.js': ['text/javascript; charset=utf-8', script],
    },
    model: (kind) => ({
      ...{ kind: 'show', strip: [] },
      model: modelOfResponse(answers[kind], { uri: kind, isComparable: false, isRevealed: false }),
    }),
    pieces: async (kind, isFirst) => {
      if (isFirst) running = piecesOfBody(answers[kind], { isRevealed: false, read });
      const { value } = await running.next();
      const { isLast, shown, isFormatted, text } = value;
      const said = isLast ? `All of it is shown, ${isFormatted ? 'formatted' : 'as received'}.` : `${shown} bytes`;
      return { kind: 'piece', uri: kind, isFirst, text, isLast, said };
    },
  };
}

/** A response whose body is in a file. */
function answerOf(file, { type, item, first, last }, size) {
  const items = [first];
  let length = first.length;
  for (let id = 0; length < size * megabyte - 1000; id++) {
    const one = item(id);
    items.push(one);
    length += one.length;
  }
  const body = `${items.join('')}${last}`;
  writeFileSync(file, body);
  const response = {
    ...{ httpVersion: '1.1', status: 200, statusText: 'OK', headers: [['Content-Type', type]], duration: 1 },
    ...{ body: body.slice(0, megabyte), isTruncated: true, size: body.length },
  };
  const exchange = {
    ...{ label: 'GET /all', plan: { method: 'GET', label: 'GET /all' }, secrets: [], response, time: 0, pages: {} },
    ...{ sent: { method: 'GET', url: 'http://127.0.0.1/all', headers: [] }, isInFile: true },
    source: { uri: `file://${dirname(file)}/a.http`, line: 0, version: 1 },
  };
  const saved = { bytes: new Uint8Array(), file, size: body.length, extension: 'bin', isWhole: true };
  return { text: '', secrets: [], form: 'pretty', isCut: true, exchange, body: saved };
}

/** Plays the editor in the page: its messages, and what counts the long tasks. */
const editorOfPage = `
const tasks = [];
window.longestTask = () => Math.max(0, ...tasks.splice(0));
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(duration))).observe({ type: 'longtask' });
const answer = async (path) => window.postMessage(await (await fetch(path)).json());
window.acquireVsCodeApi = () => ({
  getState: () => undefined,
  setState: () => undefined,
  postMessage: (message) => {
    if (message.kind === 'ready') window.show = (kind) => answer('/model?kind=' + encodeURIComponent(kind));
    else if (message.kind === 'piece') answer('/piece?kind=' + encodeURIComponent(message.uri) + (message.isFirst ? '&first' : ''));
  },
});`;

/** Follows the tasks of the page; the function that it returns ends that, and returns the processor time of the longest one in milliseconds. */
async function followTasks(session) {
  let longest = 0;
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, tdur = 0 } of value) if (name === 'RunTask') longest = Math.max(longest, tdur / 1000);
  });
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], recordMode: 'recordContinuously' },
  });
  return async () => {
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await complete;
    session.removeAllListeners('Tracing.dataCollected');
    return longest;
  };
}

/** Returns the memory of the page after a collection of garbage, in megabytes. */
async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize) / megabyte;
}

/**
 * Returns the longest task since this was asked last, in milliseconds; shorter ones than 50 do not count as long.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number>}
 */
function longestTask(page) {
  return page.evaluate(() => /** @type {any} */ (window).longestTask());
}
