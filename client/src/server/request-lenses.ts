import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { sendCommand } from '../../../server/src/protocol';
import { undefinedWithoutEnvironment } from '@rulebook/sender/variables';
import type { Environments } from '../configuration/environments';
import type { NeededLenses } from './needed-lenses';
import { explainLenses } from '../explain/explain-lenses';

/**
 * Puts "Explain" next to each "Send", leaves out "Send login, Then This" where login was sent, puts "Choose Environment" where a request uses a variable that only environments define while none is chosen, and
 * says on "Send" when nothing is sent before the workspace is trusted.
 */
export function requestLenses(
  environments: Pick<Environments, 'of' | 'current'>,
  needed: Pick<NeededLenses, 'shownOf'>,
): Pick<Middleware, 'provideCodeLenses' | 'resolveCodeLens'> {
  return {
    provideCodeLenses: async (document, token, next) => {
      const all = await explainLenses.provideCodeLenses?.(document, token, next);
      const lenses = all && needed.shownOf(document.uri.toString(), all);
      if (!lenses || document.languageId !== 'http' || environments.current(document.uri) !== undefined) return lenses;
      const lines = undefinedWithoutEnvironment(
        document.getText(),
        [...new Set(lenses.map(({ range }) => range.start.line))],
        environments.of(document.uri),
      );
      return [...lenses, ...lines.map(chooseLens)];
    },
    resolveCodeLens: async (lens, token, next) => {
      const resolved = (await explainLenses.resolveCodeLens?.(lens, token, next)) ?? lens;
      if (!vscode.workspace.isTrusted && resolved.command?.command === sendCommand)
        resolved.command = { ...resolved.command, title: vscode.l10n.t('Send (trust needed)') };
      return resolved;
    },
  };
}

function chooseLens(line: number): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    title: vscode.l10n.t('Choose Environment'),
    tooltip: vscode.l10n.t('The request uses variables of environments, and none is chosen.'),
    command: 'rulebook.selectEnvironment',
  });
}
