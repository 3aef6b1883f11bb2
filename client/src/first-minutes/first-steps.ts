import * as vscode from 'vscode';
import { isOurScheme } from '../editing/our-schemes';

/** The context keys that complete the steps of the walkthrough; the manifest names them. */
const steps = {
  sandbox: 'rulebook.hasSandbox',
  written: 'rulebook.hasWritten',
  fixed: 'rulebook.hasFixed',
  sent: 'rulebook.hasSent',
};

/** Notices the first steps of a new user, for the walkthrough. */
export interface FirstSteps extends vscode.Disposable {
  /** Called when there is a sandbox, or when a request received a response. */
  readonly complete: (step: 'sandbox' | 'sent') => void;
  /** Called when the walkthrough was opened: the editor does not know what was done before. */
  readonly repeat: () => void;
}

/** Returns what notices the first steps: a sandbox, a request file with text, a finding that was repaired, a response. */
export function watchFirstSteps(): FirstSteps {
  const done = new Set<string>();
  /** Documents that have had a finding. */
  const withFindings = new Set<string>();
  const complete = (step: keyof typeof steps) => {
    const key = steps[step];
    if (done.has(key)) return;
    done.add(key);
    void announce(key);
    if (step === 'written') for (const one of writing.splice(0)) one.dispose();
    if (step === 'fixed') fixing.dispose();
  };
  const look = (document: vscode.TextDocument) => {
    const isRequestFile = document.languageId === 'http' && !isOurScheme(document.uri.scheme);
    if (isRequestFile && document.lineCount > 1) complete('written');
  };
  const fixing = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) {
      const key = uri.toString();
      const { length } = vscode.languages.getDiagnostics(uri).filter(isFinding);
      if (length > 0) withFindings.add(key);
      // The findings of a document that was closed end, too.
      else if (withFindings.delete(key) && isOpen(key)) complete('fixed');
    }
  });
  const writing = [
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      look(document);
    }),
  ];
  for (const document of vscode.workspace.textDocuments) look(document);
  return {
    complete,
    repeat: () => {
      for (const key of done) void announce(key);
    },
    dispose: () => {
      for (const one of [fixing, ...writing]) one.dispose();
    },
  };
}

/**
 * Completes a step by a context key that is true for a moment only: VS Code 1.139 never completes a step whose key is already true
 * when it reads the walkthrough, which is not before a user opens it.
 */
async function announce(key: string): Promise<void> {
  for (const value of [true, false]) await vscode.commands.executeCommand('setContext', key, value);
}

function isFinding({ source, severity }: vscode.Diagnostic): boolean {
  return source === 'rulebook' && severity <= vscode.DiagnosticSeverity.Warning;
}

function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}
