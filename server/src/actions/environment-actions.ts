import {
  CodeActionKind,
  type CodeAction,
  type CodeActionParams,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import {
  addVariables,
  privateFile,
  sharedEnvironment,
  sharedFile,
  withIgnored,
} from '@rulebook/request-file/environments';
import { isSecretName } from '@rulebook/catalogue/masking';
import { unfilledValue } from '@rulebook/checker/names';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { Session } from '../session/session';
import { rangesIn, toBlockOffset, toTextEdit } from '../documents/to-lsp';

/** The rule whose findings are answered. */
const undefinedVariable = 'undefined-variable';

/** Returns the actions that define the unknown variables of a range in the nearest environment file, or in a new one. */
export async function environmentActions(
  session: Session,
  document: OpenDocument,
  params: CodeActionParams,
): Promise<CodeAction[]> {
  const names = unknownNames(session, document, params);
  const actions = await Promise.all(names.map((name) => actionFor(session, document, name)));
  // Editors show first what answers a diagnostic. Of several names, it is not known which one is meant.
  const answered = params.context.diagnostics.filter(({ code }) => code === undefinedVariable);
  return actions
    .flat()
    .map((action) => (names.length === 1 && answered.length > 0 ? { ...action, diagnostics: answered } : action));
}

function unknownNames(
  { engine, encoding, optionsOf }: Session,
  document: OpenDocument,
  { range }: CodeActionParams,
): readonly string[] {
  if (!isCheckable(document)) return [];
  const { file } = document;
  const start = toBlockOffset(file, range.start, encoding);
  const end = toBlockOffset(file, range.end, encoding);
  const stop = end.block === start.block ? end.offset : start.offset;
  const text = file.blocks.at(start.block)?.text ?? '';
  const used = [...text.matchAll(/\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g)].flatMap(({ 0: whole, 1: name, index }) =>
    name === undefined || index > stop || start.offset > index + whole.length ? [] : [name],
  );
  if (used.length === 0) return [];
  // The finding about a name is at its first use.
  const reported = new Set(
    engine
      .check(file, optionsOf(document))
      .findings.flatMap((findings, block) =>
        findings.flatMap(({ rule, span }) =>
          rule === undefinedVariable
            ? (/^\{\{\s*([A-Za-z_][\w-]*)\s*\}\}$/.exec(
                file.blocks.at(block)?.text.slice(span.start, span.end) ?? '',
              )?.[1] ?? [])
            : [],
        ),
      ),
  );
  return [...new Set(used)].filter((name) => reported.has(name));
}

async function actionFor(session: Session, { uri }: OpenDocument, name: string): Promise<CodeAction[]> {
  const { environments, settingsOf } = session;
  const known = environments.of(uri);
  if (known === undefined) return [];
  const fileName = isSecretName(name) ? privateFile : sharedFile;
  const paths = known.entries.flatMap(({ origin, path }) => (origin === 'http-client' && path ? [path] : []));
  const folder = folderOf(paths[0] ?? settingsOf(uri).root?.replace(/\/*$/, '/') ?? uri);
  const environment = environments.chosen(uri) ?? sharedEnvironment;
  const edit = await editOf(session, `${folder}${fileName}`, (text) => {
    const result = addVariables(text, [{ environment, name, value: unfilledValue(name) }]);
    return 'cause' in result ? undefined : result.text;
  });
  return edit === undefined
    ? []
    : [
        {
          title: `Define ‘${name}’ in environment ${environment} of ${fileName}`,
          kind: CodeActionKind.QuickFix,
          edit,
        },
      ];
}

/** Returns the action that has Git ignore a private file of variables, by the `.gitignore` next to it. */
export async function ignoringActions(
  session: Session,
  { uri }: OpenDocument,
  { context }: CodeActionParams,
): Promise<CodeAction[]> {
  if (!session.environments.isExposed(uri)) return [];
  const target = `${folderOf(uri)}.gitignore`;
  const edit = await editOf(session, target, (text) =>
    withIgnored(text, decodeURIComponent(uri.slice(folderOf(uri).length))),
  );
  const answered = context.diagnostics.filter(({ source, code }) => source === 'rulebook' && code === undefined);
  return edit === undefined
    ? []
    : [{ title: 'Add to .gitignore', kind: CodeActionKind.QuickFix, isPreferred: true, diagnostics: answered, edit }];
}

/** Returns the edit that changes the text of a file, or creates the file; undefined where that is not possible. */
async function editOf(
  { engine, documents, encoding, client, readFile }: Session,
  target: string,
  change: (text: string | undefined) => string | undefined,
): Promise<WorkspaceEdit | undefined> {
  const open = documents.find(target);
  const text = open ? engine.textOf(open.file) : await readFile(target);
  if (text === undefined && !(client.versionedEdits && client.createsFiles)) return undefined;
  const result = change(text);
  const [block] = engine.openBody(text ?? '', { method: '', target: '', at: '' }).blocks;
  if (result === undefined || !block) return undefined;
  const edits = [toTextEdit(replacement(text ?? '', result), rangesIn(block, 0, encoding))];
  if (!client.versionedEdits) return { changes: { [target]: edits } };
  const changed: TextDocumentEdit = { textDocument: { uri: target, version: open?.version ?? null }, edits };
  const creation = { kind: 'create' as const, uri: target, options: { ignoreIfExists: true } };
  return { documentChanges: text === undefined ? [creation, changed] : [changed] };
}

/** Returns the smallest edit that makes one text of another. */
function replacement(former: string, text: string) {
  const most = Math.min(former.length, text.length);
  let start = 0;
  while (start < most && former[start] === text[start]) start++;
  let rest = 0;
  while (rest < most - start && former[former.length - 1 - rest] === text[text.length - 1 - rest]) rest++;
  return { span: { start, end: former.length - rest }, newText: text.slice(start, text.length - rest) };
}

function folderOf(uri: string): string {
  return uri.replace(/[^/]*$/, '');
}
