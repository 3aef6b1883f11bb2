import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../tools/docs/words.mjs';
import { wordsWithoutTranslation } from './shown-words';

const root = join(import.meta.dirname, '../..');

/** What looks like words and is none: names, keys and forms, by file. `*` is every file. */
const allowed: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  // Names, and what the editor or a service reads.
  '*': [
    'Rulebook',
    'REST Client',
    'Authorization',
    'Content-Type',
    'HttpOnly',
    'Bearer ${}',
    /^"?\{\{\$secret /,
    /^\$\([\w-]+\) \$\{\}$/,
  ],
  // Keys under which something is kept.
  'credentials/secrets.ts': [' and ${}', '${}\npassphrase of ${}', 'its key'],
  'resources/resource-lists.ts': ['rulebook.namedResources ${}${} ${}'],
  'resources/resource-children.ts': ['${}/ more ${}'],
  'history/history-store.ts': ['once more'],
  // The log.
  'server/message-trace.ts': ['${} in the format "json", without its content'],
  // Names of a file, a language and a format.
  'explain/explanation-view.ts': ['/Explanation'],
  'convert/copy-as.ts': ['${} (JavaScript)'],
  'history/history-actions.ts': ['HTTP Archive'],
  // Causes in findings, which are English, and names of errors.
  'web/workspace-files.ts': [
    /^it is /,
    'there is no such file',
    'permission is missing',
    'the workspace does not return it',
    /^(?:FileNotFound|FileNotADirectory|NoPermissions)$/,
  ],
  // A line of a request file.
  'own-api/operation-snippet.ts': [/^# @endpoint /],
  // Names of keys and platforms, and an id.
  'first-minutes/empty-file.ts': [/^(?:Ctrl\+|⌃|⌘)\w+$/, 'Mac'],
  'resources/pick-resource.ts': [/^picked \$\{\}$/],
  // Policies of pages.
  'pages/html.ts': [/^default-src /],
  'response/preview-page.ts': [/img-src data:/],
  'response/view/response-panel.ts': [/img-src data:/],
};

describe('words for people', () => {
  it.each([
    ["window.showErrorMessage('It failed.')", ['It failed.']],
    ['const button = `Copy ${name}`;', ['Copy ${}']],
    ["pick.title = isOne ? 'One' : 'Several';", ['One', 'Several']],
    ["item.description = 'none';", ['none']],
    ['const said = `${count} requests failed`;', ['${} requests failed']],
    ["const said = vscode.l10n.t('{0} failed', isOne ? 'The request' : name);", ['The request']],
    ['const html = `<p class="note">Not so</p>`;', ['<p class="note">Not so</p>']],
    ["const said = vscode.l10n.t('It failed.');", []],
    ["log.warn('It failed.'); throw new Error('It failed.');", []],
    ["type Kind = 'Once more'; import 'Some Thing';", []],
    ["const key = 'rulebook.sent'; const path = `${folder}/${name}.json`;", []],
  ])('are found in %s', (text, expected) => {
    expect(wordsWithoutTranslation(text).map((one) => one.text)).toEqual(expected);
  });

  it.each(['client/src', 'client/media'])('go through `vscode.l10n.t` in %s', (folder) => {
    const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.[jt]s$/.test(name))
      .flatMap((name) => {
        const free = [...(allowed['*'] ?? []), ...(allowed[name] ?? [])];
        return wordsWithoutTranslation(readFileSync(join(root, folder, name), 'utf8'))
          .filter(({ text }) => !free.some((one) => (typeof one === 'string' ? one === text : one.test(text))))
          .map(({ line, text }) => `${folder}/${name}:${line}: ${text}`);
      });
    expect(found).toEqual([]);
  });
});

describe('calls for words', () => {
  it.each([
    ["vscode.l10n.t('All {0} of {1}', what, whose)", []],
    ['vscode.l10n.t(text)', ['a.ts:1: the first argument is not a plain text']],
    ['vscode.l10n.t(`All ${what}`)', ['a.ts:1: the first argument is not a plain text']],
    ["vscode.l10n.t('All {0}')", ['a.ts:1: the placeholders of "All {0}" are not its other arguments']],
    ["vscode.l10n.t('All {1}', what)", ['a.ts:1: the placeholders of "All {1}" are not its other arguments']],
  ])('are read: %s', (text, problems) => {
    expect(wordsIn('a.ts', text).problems).toEqual(problems);
  });
});
