import { CodeActionKind } from 'vscode-languageserver';
import type { CodeAction, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { severityEdit } from '@rulebook/sender/configuration';
import type { Engine } from '@rulebook/engine';
import type { OpenDocument } from '../documents/documents';
import { rangesIn, toTextEdit } from '../documents/to-lsp';
import type { FeatureContext } from '../documents/feature-context';

/** The `rulebook.json` that holds for a document, as it is now. */
interface ConfigurationFile {
  readonly uri: string;
  /** Absent when there is no such file. */
  readonly text?: string;
  /** Set when it is open. */
  readonly version?: number;
}

/** Returns what sets the severity of rules: one question about all of them where the client can ask, otherwise an action that switches each off. */
export function severityActions(
  context: FeatureContext,
  rules: readonly string[],
  file: ConfigurationFile,
): CodeAction[] {
  const { severityCommand: command } = context.client;
  const [rule, ...others] = rules;
  if (command !== undefined && rule !== undefined) {
    const title =
      others.length === 0 ? `Configure severity of ${rule}…` : `Configure severity of ${rules.length} rules…`;
    const about = others.length === 0 ? rule : [...rules];
    return [{ title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: [about, file.uri] } }];
  }
  return rules.flatMap((one) => {
    const edit = switchOff(context, one, file);
    return edit ? [{ title: `Switch off ${one} in rulebook.json`, kind: CodeActionKind.QuickFix, edit }] : [];
  });
}

/** Returns the file as the editor has it, when it is open. */
export function openConfiguration(engine: Engine, { uri, version, file }: OpenDocument): ConfigurationFile {
  return { uri, version, text: engine.textOf(file) };
}

function switchOff(
  { engine, encoding, client: { versionedEdits, createsFiles } }: FeatureContext,
  rule: string,
  { uri, text, version }: ConfigurationFile,
): WorkspaceEdit | undefined {
  if (text === undefined && !(versionedEdits && createsFiles)) return undefined;
  const edits = severityEdit(text ?? '', rule, 'off');
  const block = engine.openBody(text ?? '', { method: '', target: '', at: '' }).blocks.at(0);
  if (!edits || !block) return undefined;
  const rangeOf = rangesIn(block, 0, encoding);
  const changes = edits.map((edit) => toTextEdit(edit, rangeOf));
  if (!versionedEdits) return { changes: { [uri]: changes } };
  const change: TextDocumentEdit = { textDocument: { uri, version: version ?? null }, edits: changes };
  return {
    documentChanges:
      text === undefined ? [{ kind: 'create', uri, options: { ignoreIfExists: true } }, change] : [change],
  };
}
