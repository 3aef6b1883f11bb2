// `node tools/pictures.mjs [icon] [get-started] [editor] [own-api] [queries]`: makes the pictures of the documentation anew, in the real editor; without
// names, all of them. They are committed. Nothing checks that they are fresh, because the pixels of two machines differ.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './ensure.mjs';
import { palettePng } from './lib/palette-png.mjs';

const root = join(import.meta.dirname, '..');
const size = { width: 1200, height: 750 };

/** @typedef {import('playwright-core').Page} Page */

const pictures = { icon, 'get-started': getStarted, editor: examples, 'own-api': ownApi, queries };

/** Draws `images/icon.svg` as the PNG that extension pages need. */
async function icon() {
  const { startChromium } = await import('./editor/browser-vscode.mjs');
  const { browser, page } = await startChromium();
  try {
    await page.setViewportSize({ width: 256, height: 256 });
    const svg = readFileSync(join(root, 'images/icon.svg'), 'utf8');
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    writeFileSync(join(root, 'images/icon.png'), await page.screenshot({ omitBackground: true }));
  } finally {
    await browser.close();
  }
}

/** Follows "Get started" in an empty folder and takes each picture where the page has it. */
async function getStarted() {
  const { followPage, readPage } = await fromTests('follow-page.mjs');
  const temporary = mkdtempSync(join(tmpdir(), 'rulebook-pictures-'));
  // The pictures show its name.
  const folder = join(temporary, 'first-requests');
  mkdirSync(folder);
  try {
    await inEditor(folder, (page) =>
      followPage(page, readPage(join(root, 'docs/get-started.md')), (name) => takePicture(page, name)),
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The example with mistakes, and next to it what the sandbox responds to a good one. */
async function examples() {
  const { startSandbox } = await import('./lib/sandbox.mjs');
  const driver = await fromTests('driver.mjs');
  const { waitForResponse } = await fromTests('steps/shown-response.mjs');
  const sandbox = await startSandbox({ freePorts: true });
  try {
    await inEditor(
      join(root, 'examples'),
      async (page) => {
        await driver.openFile(page, 'api-keys.http');
        await driver.clickCodeLens(page, 'Send');
        await waitForResponse(page, '200 OK', '"api_key"');
        await driver.runCommand(page, 'Notifications: Clear All Notifications');
        await page.keyboard.press('Control+1');
        await driver.openFile(page, 'broken.http');
        await driver.waitForSquiggle(page);
        await driver.runCommand(page, 'View: Close Primary Side Bar');
        await widenFirstColumn(page, 100);
        await driver.readHover(page, '"config"');
        await takePicture(page, 'editor');
      },
      sandbox.env,
    );
  } finally {
    sandbox.stop();
  }
}

const petsDescription = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      summary: List pets
      parameters:
        - { name: status, in: query, schema: { enum: [new, adopted] } }
      responses:
        "200": { description: The pets. }
    post:
      summary: Add a pet
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string } } }
      responses:
        "201": { description: It is added. }
  /pets/{id}:
    get:
      summary: Show a pet
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: The pet. }
`;

/** A description of one's own: its operations in the view, how many requests each has above it, and a request that it contradicts. */
async function ownApi() {
  const driver = await fromTests('driver.mjs');
  const temporary = mkdtempSync(join(tmpdir(), 'rulebook-pictures-'));
  const folder = join(temporary, 'pets');
  mkdirSync(folder);
  const files = {
    'openapi.yaml': petsDescription,
    'rulebook.json': JSON.stringify({
      services: { pets: { description: 'openapi.yaml' } },
      endpoints: { pets: { service: 'pets', baseUrl: 'http://localhost:8080' } },
    }),
    'pets.http': '### The new ones\nGET /pets?status=nwe\n\n### Add one\nPOST /pets\n\n{ "nmae": "Rex" }\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    await inEditor(folder, async (page) => {
      await driver.openFile(page, 'pets.http');
      await page.locator('.squiggly-warning').first().waitFor();
      await driver.openFile(page, 'openapi.yaml');
      await page.locator('.contentWidgets .codelens-decoration').filter({ hasText: 'Request' }).first().waitFor();
      await driver.runCommand(page, 'View: Move Editor into Right Group');
      await driver.runCommand(page, 'Focus on Requests View');
      const rows = page.locator('.pane-body .monaco-list-row');
      await rows.filter({ hasText: /^Pets/ }).first().click();
      await rows.filter({ hasText: '/pets/{id}' }).first().waitFor();
      await takePicture(page, 'own-api');
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const logsFile = `PUT /logs

{ "mappings": { "properties": {
  "@timestamp": { "type": "date" },
  "host": { "type": "keyword" },
  "status": { "type": "integer" },
  "duration": { "type": "long" }
} } }

### Slow hosts
POST /_query
{
  "query": """
    FROM logs
    | WHERE status == 500 AND @timestamp > NOW() - 1 day
    | STATS slowest = MAX(duration), n = COUNT(*)
        BY host, 
  """
}
`;

/** A query over several lines, with what fits the argument of its function, and the form of that function. */
async function queries() {
  const driver = await fromTests('driver.mjs');
  const temporary = mkdtempSync(join(tmpdir(), 'rulebook-pictures-'));
  const folder = join(temporary, 'logs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'logs.http'), logsFile);
  try {
    await inEditor(folder, async (page) => {
      await driver.openFile(page, 'logs.http');
      await driver.runCommand(page, 'View: Close Primary Side Bar');
      // The server answers from then on.
      await page.locator('.codelens-decoration').filter({ hasText: 'Send' }).nth(1).waitFor();
      await driver.placeCursorAfter(page, 'BY host, ');
      await page.keyboard.type('buck', { delay: 200 });
      const rows = page.locator('.suggest-widget.visible .monaco-list-row');
      await rows.filter({ hasText: 'BUCKET' }).first().waitFor();
      await page.keyboard.press('Enter');
      await rows.filter({ hasText: '@timestamp' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(', ', { delay: 200 });
      await rows.filter({ hasText: '1 hour' }).first().waitFor();
      await page.locator('.parameter-hints-widget.visible').waitFor();
      await takePicture(page, 'queries');
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Does something in an editor that has only our extension.
 * @param {string} folder
 * @param {(page: Page) => Promise<unknown>} act
 * @param {Record<string, string>} [env]
 */
async function inEditor(folder, act, env = {}) {
  const editor = await import('./editor/browser-vscode.mjs');
  const { packageExtension } = await import('./package.mjs');
  const { openWorkbench } = await fromTests('driver.mjs');
  const settings = {
    'workbench.colorTheme': 'Default Light Modern',
    'workbench.layoutControl.enabled': false,
    'remote.autoForwardPorts': false,
  };
  const profile = editor.createProfile({ settings });
  await editor.installExtension(profile, await packageExtension({ say: () => undefined }));
  const server = await editor.startBrowserVscode(profile, { env });
  const { browser, page } = await editor.startChromium();
  try {
    await page.setViewportSize(size);
    await openWorkbench(page, editor.workbenchAddress(server, { folder }));
    await act(page);
  } finally {
    await browser.close();
    server.stop();
    profile.remove();
  }
}

/**
 * Saves what is on the screen, in few colours.
 * @param {Page} page
 * @param {string} name
 */
async function takePicture(page, name) {
  await page.locator('.statusbar-item').filter({ hasText: 'Activating' }).waitFor({ state: 'detached' });
  const busy = page
    .locator('.activitybar .progress-badge, .monaco-progress-container.active')
    .filter({ visible: true });
  await busy.first().waitFor({ state: 'detached' });
  // What is still moving comes to rest.
  await page.waitForTimeout(700);
  // The names of buttons below the mouse cover what the picture is about.
  const style = '.workbench-hover-container { display: none !important }';
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', style });
  const path = join(root, 'docs/images', `${name}.png`);
  writeFileSync(path, palettePng(await pixelsOf(page, png)));
  console.log(`docs/images/${name}.png: ${(statSync(path).size / 1024).toFixed(0)} KB`);
}

/** Moves the border between the two columns, so that the lines of the first are seen to their end. */
async function widenFirstColumn(page, distance) {
  const second = await page.locator('.editor-group-container').nth(1).boundingBox();
  if (!second) throw new Error('There is one column only.');
  await page.mouse.move(second.x, 500);
  await page.mouse.down();
  await page.mouse.move(second.x + distance, 500, { steps: 5 });
  await page.mouse.up();
}

/** The browser that made the picture reads it, so that we need no library for that. */
async function pixelsOf(page, png) {
  const reader = await page.context().newPage();
  try {
    const { width, height, base64 } = await reader.evaluate(async (data) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const bytes = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return { width: bitmap.width, height: bitmap.height, base64: btoa(text) };
    }, png.toString('base64'));
    return { width, height, pixels: Buffer.from(base64, 'base64') };
  } finally {
    await reader.close();
  }
}

/** By their addresses: the types of test/editor build on those of scripts, not the other way round. */
function fromTests(name) {
  return import(pathToFileURL(join(root, 'test/editor', name)).href);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(pictures, name));
if (unknown.length > 0) {
  console.error(`Usage: node tools/pictures.mjs [${Object.keys(pictures).join('] [')}]`);
  process.exit(2);
}
ensureDependencies();
for (const [name, make] of Object.entries(pictures)) if (wanted.length === 0 || wanted.includes(name)) await make();
process.exit(0);
