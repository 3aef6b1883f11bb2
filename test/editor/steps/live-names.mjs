// Names that a service lists, offered and compared while a request is written. The sandbox is asked; nothing that it lists is in a file.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { expect } from './expect.mjs';

/** @typedef {import('playwright-core').Page} Page */

export const liveNameFiles = {
  'make-names.http': [
    '# @endpoint sandbox-cluster',
    'PUT /harvest-reports',
    '',
    '{ "mappings": { "properties": { "weight_kg": { "type": "long" } } } }',
    '',
    '###',
    '# @endpoint sandbox-cluster',
    'PUT /_snapshot/vault',
    '',
    '{ "type": "fs", "settings": { "location": "vault" } }',
    '',
  ].join('\n'),
  'use-names.http': [
    '# @endpoint sandbox-cluster',
    'GET /_snapshot/vualt',
    '',
    '###',
    '# @endpoint sandbox-cluster',
    'POST /harvest-reports/_search',
    '',
    '{ "sort": ["w"] }',
    '',
  ].join('\n'),
};

/** @type {import('../ui.mjs').Step[]} */
export const liveNames = [
  [
    'an endpoint is asked for names when a request has one, and a misspelt one is an information with a fix',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'make-names.http');
      await driver.runCommand(page, 'Rulebook: Send All Requests of File');
      await driver.waitForEditorText(page, /# make-names\.http: 2 requests at sandbox-cluster, 2 succeeded/);
      await driver.openFile(page, 'use-names.http');
      await driver.waitForSquiggle(page, 'info');
      const about = await driver.readHoverOfSquiggle(page, 'info', /has no repository/);
      expect(about, /did you mean 'vault'/);
      await driver.screenshot(page, 'live-names-finding');
      await driver.placeCursorInSquiggle(page, 'info');
      await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'Change to ‘vault’');
      await driver.waitForEditorText(page, /GET \/_snapshot\/vault$/m);
      return about;
    },
  ],
];
