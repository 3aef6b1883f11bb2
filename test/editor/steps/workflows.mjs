// A workflow of Arazzo: it is completed and explained by its description, and runs as a sequence of requests.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import * as driver from '../driver.mjs';
import * as dialogs from '../dialogs.mjs';
import { expect } from './expect.mjs';

const notes = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      summary: Add a note
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
      responses:
        '201': { description: The note., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  /notes/{noteId}:
    get:
      operationId: readNote
      summary: Read a note
      parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: The note. } }
components:
  schemas:
    Note:
      type: object
      properties: { id: { type: integer, readOnly: true }, text: { type: string }, colour: { enum: [green, red] } }
`;

const workflow = `arazzo: 1.0.1
info: { title: Notes, version: 1.0.0 }
sourceDescriptions:
  - { name: notes, url: ./notes.yaml, type: openapi }
workflows:
  - workflowId: write
    inputs: { type: object, properties: { text: { type: string } } }
    steps:
      - stepId: add
        operationId: addNote
        requestBody:
          payload: { text: $inputs.text, colour: green }
        successCriteria:
          - condition: $statusCode == 201
        outputs: { id: $response.body#/id }
        onFailure: [{ name: again, type: retry, retryLimit: 1 }]
      - stepId: read
`;

const corrections = `overlay: 1.1.0
info: { title: Corrections, version: 1.0.0 }
extends: ./notes.yaml
actions:
  - target: $.paths['/note'].post
    update: { summary: Write a note }
`;

/** In a folder without a request file: the document itself starts the extension.
 * @type {import('../ui.mjs').Step[]} */
export const documentsAlone = [
  [
    'an overlay is checked where nothing else is, and a workflow whose service has no endpoint is not run',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'notes.yaml'), notes);
      writeFileSync(join(workspace, 'notes.overlay.yaml'), corrections);
      await driver.openFile(page, 'notes.overlay.yaml');
      const found = await driver.readHoverOfSquiggle(page, 'warning', /matches nothing/);
      await driver.screenshot(page, 'overlay-alone');
      writeFileSync(join(workspace, 'notes.arazzo.yaml'), `${workflow.trimEnd()}\n        operationId: readNote\n`);
      await driver.openFile(page, 'notes.arazzo.yaml');
      await driver.clickCodeLens(page, 'Run Workflow write');
      const said = await dialogs.answerNotification(page, /nothing says where the source description notes is/);
      await driver.screenshot(page, 'workflow-nowhere');
      return `${found} ${said}`;
    },
  ],
  [
    'an overlay that nothing names is used by its lens',
    async ({ page, workspace }) => {
      writeFileSync(
        join(workspace, 'rulebook.json'),
        JSON.stringify({ services: { notes: { description: './notes.yaml' } } }),
      );
      await driver.openFile(page, 'notes.overlay.yaml');
      await driver.clickCodeLens(page, 'Use This Overlay for notes');
      const written = () => JSON.parse(readFileSync(join(workspace, 'rulebook.json'), 'utf8')).services.notes.overlays;
      const lens = page.locator('.codelens-decoration a').filter({ hasText: 'Use This Overlay' });
      await lens.waitFor({ state: 'detached' });
      await driver.screenshot(page, 'overlay-used');
      expect(JSON.stringify(written()), /^\["\.\/notes\.overlay\.yaml"\]$/);
      return JSON.stringify(written());
    },
  ],
];

/** @type {import('../ui.mjs').Step[]} */
export const workflows = [
  [
    'a workflow is completed by its description, explained as a request is, and run as a sequence',
    async ({ page, workspace }) => {
      /** @type {string[]} */
      const seen = [];
      const service = createServer((request, response) => {
        request.setEncoding('utf8').on('data', (data) => seen.push(data));
        seen.push(`${request.method} ${request.url}`);
        response.writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ id: 7, text: 'Buy milk' }));
      });
      const url = await new Promise((resolve) => {
        service.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(service.address()).port}`));
      });
      try {
        writeFileSync(join(workspace, 'notes.yaml'), notes);
        writeFileSync(
          join(workspace, 'rulebook.json'),
          JSON.stringify({
            services: { notes: { description: './notes.yaml' } },
            endpoints: { 'notes-dev': { service: 'notes', baseUrl: url, authentication: { type: 'none' } } },
          }),
        );
        writeFileSync(join(workspace, 'notes.arazzo.yaml'), workflow);
        await driver.openFile(page, 'notes.arazzo.yaml');
        await page.keyboard.press('Control+End');
        await page.keyboard.type('        ');
        await driver.suggest(page, '', { expect: 'operationId' });
        await driver.screenshot(page, 'workflow-keys');
        await page.keyboard.press('Escape');
        await driver.suggest(page, 'operationId: ', { expect: 'readNote' });
        await driver.screenshot(page, 'workflow-operations');
        await driver.acceptSuggestion(page, 'readNote');
        await page.keyboard.type('\nparameters:\n  - { name: ');
        await driver.suggest(page, '', { expect: 'noteId' });
        await driver.acceptSuggestion(page, 'noteId');
        await driver.suggest(page, '$', { expect: '$steps.add.outputs.id' });
        await driver.screenshot(page, 'workflow-expressions');
        await driver.acceptSuggestion(page, '$steps.add.outputs.id');
        await page.keyboard.type(' }');
        const text = await driver.waitForEditorText(page, /in: path, value: \$steps\.add\.outputs\.id/);
        const hover = await driver.readHover(page, 'addNote', /Add a note/);
        await driver.screenshot(page, 'workflow-hover');
        expect(hover, /POST/);
        await page.keyboard.press('Escape');
        await driver.runCommand(page, 'File: Save');
        await dialogs.clearNotifications(page);
        await driver.clickCodeLens(page, 'Run Workflow write');
        // The input has no value yet.
        const box = page.locator('.quick-input-widget input').filter({ visible: true });
        await box.waitFor();
        await driver.screenshot(page, 'workflow-input');
        await box.fill('Buy milk');
        await page.keyboard.press('Enter');
        await driver.waitForEditorText(page, /✓ 201[^]*✓ 200/);
        await driver.screenshot(page, 'workflow-run');
        const said = await dialogs.answerNotification(page, /Not carried out here: the failure action again/);
        expect(said, /"rulebook run" carries it out/);
        expect(seen.join(' '), /^POST \/notes \{\s*"text": "Buy milk",\s*"colour": "green"\s*\} GET \/notes\/7$/);
        return text.replaceAll('\n', ' ');
      } finally {
        service.close();
      }
    },
  ],
];
