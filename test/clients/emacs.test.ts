import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const found = spawnSync('emacs', ['-q', '--batch', '--eval', '(progn (package-initialize) (require (quote eglot)))']);
const reason = found.status === 0 ? '' : ' (skipped: there is no Emacs with eglot)';

/** The block of Lisp of the page. */
const page = readFileSync(join(root, 'docs/other-editors.md'), 'utf8');
const [, documented = ''] = /^```elisp\n([\s\S]*?)^```$/m.exec(page) ?? [];

const prelude = `
(package-initialize)
(require 'eglot)
(setq eglot-confirm-server-initiated-edits nil eglot-confirm-server-edits nil eglot-sync-connect 60 eglot-connect-timeout 60 eglot-events-buffer-size 0 make-backup-files nil)
(defun say (format &rest values) (princ (concat (apply #'format format values) "\\n")))
(defun wait-until (holds)
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall holds)) (< (float-time) end)) (accept-process-output nil 0.05))))
(defun at (text) (goto-char (point-min)) (search-forward text) (goto-char (match-beginning 0)))
(defun ask (method params) (jsonrpc-request (eglot--current-server-or-lose) method params :timeout 60))
(find-file "a.http")
(call-interactively #'eglot)
`;

/** A service in a process of its own: this one waits for the editor. */
const echo = `const server = require('node:http').createServer((request, response) => response.end(request.url));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Opens `a.http` in a folder of its own, runs the script, and returns the lines that it says. */
function play(files: Readonly<Record<string, string>>, script: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-emacs-'));
  folders.push(folder);
  const command = join(folder, 'rulebook');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli.js')}' "$@"\n`);
  chmodSync(command, 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'play.el'), `${documented}${prelude}${script}\n(eglot-shutdown-all)\n`);
  const { stdout } = spawnSync('emacs', ['-q', '--batch', '-l', 'play.el'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      HOME: folder,
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(found.status !== 0)(`Emacs with eglot as documented${reason}`, () => {
  it('shows diagnostics, hovers and completions', () => {
    const text = 'PUT /_security/api_key\n\n{ "name": 5, "expiration": "1d", "" }\n';
    const said = play(
      { 'a.http': text },
      `
(wait-until (lambda () (flymake-diagnostics)))
(dolist (one (flymake-diagnostics))
  (when (string-match-p "must be a string" (flymake-diagnostic-text one))
    (say "diagnostic %d" (line-number-at-pos (flymake-diagnostic-beg one)))))
(at "api_key")
(let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (say "hover %s" (and (string-match-p "API key" (plist-get (plist-get hover :contents) :value)) t)))
(at "\\"\\" }")
(forward-char)
(let* ((capf (eglot-completion-at-point)) (all (all-completions "" (nth 2 capf))))
  (say "completion %s" (and (cl-some (lambda (one) (string-match-p "role_descriptors" one)) all) t)))
`,
    );
    expect(said).toEqual(['diagnostic 3', 'hover t', 'completion t']);
  });

  it('follows names: definition, references, rename, and formats', () => {
    const files = {
      'a.http': '# @import ./shared.http\nGET {{host}}/me\n\n###\nDELETE   {{host}}/me\n',
      'shared.http': '@host = http://localhost:9200\n\n### login\nPOST {{host}}/login\n',
    };
    const said = play(
      files,
      `
(at "host}}/me")
(dolist (one (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))
  (say "definition %s" (let ((location (xref-item-location one))) (file-name-nondirectory (xref-location-group location)))))
(dolist (one (xref-backend-references 'eglot "host"))
  (say "reference %s:%d" (file-name-nondirectory (xref-location-group (xref-item-location one))) (xref-location-line (xref-item-location one))))
;; Otherwise eglot asks before it changes a file that is not open.
(find-file-noselect "shared.http")
(eglot-rename "server")
(say "renamed %s" (buffer-substring (progn (at "GET") (point)) (line-end-position)))
(with-current-buffer (find-file-noselect "shared.http") (say "and %s" (buffer-substring (point-min) (progn (goto-char (point-min)) (line-end-position)))))
(eglot-format-buffer)
(say "formatted %s" (buffer-substring (progn (at "DELETE") (point)) (line-end-position)))
`,
    );
    expect(said).toEqual([
      'definition shared.http',
      'reference a.http:2',
      'reference a.http:5',
      'reference shared.http:1',
      'reference shared.http:4',
      'renamed GET {{server}}/me',
      'and @server = http://localhost:9200',
      'formatted DELETE {{server}}/me',
    ]);
  });

  it('lists symbols, marks uses, completes names of imported files, and applies a quick fix and a conversion', () => {
    const files = {
      'a.http': [
        '# @import ./shared.http',
        '### fix',
        'PUT {{host}}/_security/api_key',
        'Authorization: Bearer {{login.response.body.$.token}}',
        '',
        '{ "name": "a" "expiration": "1d" }',
        '',
        '### use',
        'GET {{}}/me/{{host}}',
        '',
        '### turn',
        'curl http://127.0.0.1:9/x',
        '',
      ].join('\n'),
      'shared.http': '@host = http://localhost:9200\n\n### login\nPOST {{host}}/login\n',
    };
    const said = play(
      files,
      `
(wait-until (lambda () (flymake-diagnostics)))
(dolist (one (flatten-tree (mapcar (lambda (entry) (if (listp (cdr entry)) (mapcar #'car (cdr entry)) (car entry))) (funcall imenu-create-index-function))))
  (say "symbol %s" one))
(dolist (one (xref-backend-apropos 'eglot "login"))
  (say "workspace symbol %s" (file-name-nondirectory (xref-location-group (xref-item-location one)))))
(at "}}/me/")
(let ((capf (eglot-completion-at-point)))
  (say "completion %s" (and (cl-some (lambda (one) (string-match-p "^host" one)) (all-completions "" (nth 2 capf))) t)))
(at "host}}/_security")
(say "uses %s" (mapcar (lambda (one) (plist-get (plist-get (plist-get one :range) :start) :line))
  (append (ask :textDocument/documentHighlight (eglot--TextDocumentPositionParams)) nil)))
(defun act (title)
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_ choices &rest _) (car (cl-find-if (lambda (one) (string-match-p title (car one))) choices)))))
    ;; With an event of the keyboard, the list is not a menu of the mouse.
    (let ((last-nonmenu-event ?a)) (eglot-code-actions (point) nil nil t))))
(at "\\"expiration\\"")
(act "Insert")
(say "fixed %s" (buffer-substring (line-beginning-position) (line-end-position)))
(at "curl http")
(act "Convert the curl command to a request")
(at "### turn")
(say "converted %s" (progn (forward-line) (buffer-substring (point) (line-end-position))))
`,
    );
    expect(said).toEqual([
      'symbol fix',
      'symbol use',
      'symbol turn',
      'workspace symbol shared.http',
      'completion t',
      'uses (2 8)',
      'fixed { "name": "a", "expiration": "1d" }',
      'converted GET http://127.0.0.1:9/x',
    ]);
  });

  it('passes on what it has no commands for: lenses, ranges, tokens, hints, calls and sending', async () => {
    const service = spawn(process.execPath, ['-e', echo], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [port] = (await once(service.stdout, 'data')) as [Buffer];
      const url = `http://127.0.0.1:${port.toString().trim()}`;
      const files = {
        'a.http': `### login\nPOST ${url}/login\n\n### me\nGET ${url}/me\nX-Token: {{login.response.body.$.token}}\n`,
      };
      const said = play(
        files,
        `
(defun document (&rest more) (append (list :textDocument (eglot--TextDocumentIdentifier)) more))
(defun place (line character) (list :line line :character character))
(let* ((lens (aref (ask :textDocument/codeLens (document)) 0))
       (command (plist-get (if (plist-get lens :command) lens (ask :codeLens/resolve lens)) :command)))
  (say "lens %s" (plist-get command :title))
  (cl-letf (((symbol-function 'eglot-handle-notification) (lambda (&rest _) nil)))
    (say "sent %s" (and (string-match-p "200" (format "%S" (ask :workspace/executeCommand (list :command (plist-get command :command) :arguments (plist-get command :arguments))))) t))))
(say "folds %s" (> (length (ask :textDocument/foldingRange (document))) 0))
(say "selections %s" (length (ask :textDocument/selectionRange (document :positions (vector (place 4 20))))))
(say "tokens %s" (> (length (plist-get (ask :textDocument/semanticTokens/full (document)) :data)) 0))
(say "hints %s" (ask :textDocument/inlayHint (document :range (list :start (place 0 0) :end (place 5 0)))))
(let ((item (aref (ask :textDocument/prepareCallHierarchy (document :position (place 0 6))) 0)))
  (dolist (one (append (ask :callHierarchy/incomingCalls (list :item item)) nil))
    (say "called by %s" (plist-get (plist-get one :from) :name))))
`,
      );
      expect(said).toEqual([
        expect.stringMatching(/^lens Send/),
        'sent t',
        'folds t',
        'selections 1',
        'tokens t',
        'hints []',
        'called by me',
      ]);
    } finally {
      service.kill();
    }
  });
});
