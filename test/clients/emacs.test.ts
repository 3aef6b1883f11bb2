import { spawnSync } from 'node:child_process';
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
(find-file "a.http")
(call-interactively #'eglot)
`;

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
});
