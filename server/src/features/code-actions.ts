import type { CodeAction, CodeActionParams, Diagnostic } from 'vscode-languageserver';
import { CodeActionKind, CodeActionTriggerKind } from 'vscode-languageserver';
import type { CodeAction as Fix } from '@rulebook/engine';
import { conversionActions, conversionKinds, wantsConversions } from '../actions/conversion-actions';
import { isCheckable } from '../documents/documents';
import { otherFormatOf } from '../documents/other-format';
import { plainUri } from '../documents/uris';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { environmentActions, ignoringActions } from '../actions/environment-actions';
import { fixInFile, type FixInFile } from '../checking/fix-in-file';
import { fixAllActions, fixAllKind, wantsFixAll } from '../checking/fix-all';
import { silencingKind, type MoveSecretArguments } from '../protocol';
import type { FeatureContext } from '../documents/feature-context';
import type { Session } from '../session/session';
import { configurationUri } from '../configuration/settings';
import { sendCommandAt } from './code-lenses';
import { openConfiguration, severityActions } from '../actions/severity-actions';
import { isSameRange, rangesOfBlock, toBlockOffset, toTextEdit } from '../documents/to-lsp';
import type { RangeOf } from '../documents/to-lsp';

/** The rule about secrets in files. */
const literalSecret = 'literal-secret';
/** The most blocks that are searched for quick fixes, for clients that ask for a whole file at once. */
const maximumFixedBlocks = 200;

/** Offers quick fixes, one by one or all safe ones at once, conversions, and to ignore a finding or to configure its rule. */
export const codeActions: ServerFeature = {
  capabilities: () => ({
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind, ...conversionKinds] },
  }),
  register: ({ connection, withDocument }) => {
    connection.onCodeAction((params) =>
      withDocument<CodeAction[] | Promise<CodeAction[]>>(
        'codeAction',
        params.textDocument.uri,
        [],
        (document, session) => {
          if (otherFormatOf(plainUri(document.uri)) !== undefined)
            return wantsQuickFixes(params.context.only)
              ? session.checking.otherFormats.fixesIn(document, params.range, params.context.diagnostics)
              : [];
          if (wantsFixAll(params.context.only)) return [...fixAllActions(session, document)];
          const { fixes, ignoring } = fixesIn(session, document, params);
          const silencing = ignoring.map((action) => behindFixes(action, params));
          const sending = sendActions(session, document, params);
          const rules = rulesAt(session, document, params);
          if (session.environments.isExposed(document.uri) && wantsQuickFixes(params.context.only))
            return ignoringActions(session, document, params);
          if (rules.length === 0 && fixes.length === 0 && isUnasked(params))
            return environmentActions(session, document, params);
          const isConverted = wantsConversions(params.context.only);
          if (rules.length === 0 && !isConverted && !wantsQuickFixes(params.context.only))
            return [...fixes, ...sending, ...silencing];
          return Promise.all([
            wantsQuickFixes(params.context.only) ? environmentActions(session, document, params) : [],
            rules.length === 0
              ? []
              : configureRules(session, document, rules).then((all) => all.map((one) => behindFixes(one, params))),
            isConverted ? conversionActions(session, document, params) : [],
          ]).then(
            ([defining, configuring, converted]) => [
              ...[...fixes, ...defining, ...sending],
              ...[...converted, ...silencing, ...configuring],
            ],
            () => [...fixes, ...sending, ...silencing],
          );
        },
      ),
    );
  },
};

/** Who asks for quick fixes alone gets it among them. */
function behindFixes(action: CodeAction, { context: { only } }: CodeActionParams): CodeAction {
  if (only !== undefined) return action;
  // Editors list first what answers a diagnostic.
  const { diagnostics: _, ...last } = action;
  return { ...last, kind: silencingKind };
}

/**
 * Returns whether an editor asks by itself because the cursor has moved, to draw a light bulb. What could be done with any request is offered
 * to who asks or selects: a bulb on each line says nothing, and covers the text.
 */
function isUnasked({ range: { start, end }, context: { triggerKind, only } }: CodeActionParams): boolean {
  const isSelected = start.line !== end.line || start.character !== end.character;
  return triggerKind === CodeActionTriggerKind.Automatic && only === undefined && !isSelected;
}

/** Offers to send the request at the cursor, where no lens does. */
function sendActions(session: Session, document: OpenDocument, { range, context }: CodeActionParams): CodeAction[] {
  if (!session.sendsItself || session.client.showsLenses || context.only) return [];
  const command = sendCommandAt(session, document, range.start.line);
  const [, line] = (command?.arguments ?? []) as readonly unknown[];
  return command && line === range.start.line ? [{ title: command.title, command }] : [];
}

/** Returns the quick fixes of the findings in a range, and what ignores each finding. */
export function fixesIn(
  context: FeatureContext,
  document: OpenDocument,
  { range, context: { only, diagnostics } }: CodeActionParams,
): { readonly fixes: readonly CodeAction[]; readonly ignoring: readonly CodeAction[] } {
  if (!isCheckable(document) || !wantsQuickFixes(only)) return { fixes: [], ignoring: [] };
  const { engine, encoding, client, optionsOf } = context;
  const { uri, version, file } = document;
  const options = optionsOf(document);
  const start = toBlockOffset(file, range.start, encoding);
  const end = toBlockOffset(file, range.end, encoding);
  const target = {
    uri,
    version,
    diagnostics: diagnostics.filter(({ source }) => source === 'rulebook'),
    versioned: client.versionedEdits,
  };
  const actions: CodeAction[] = [];
  const ignoring: CodeAction[] = [];
  const last = Math.min(end.block, start.block + maximumFixedBlocks);
  for (let block = start.block; block <= last; block++) {
    const rangeOf = rangesOfBlock(file, block, encoding);
    if (!rangeOf) break;
    const span = {
      start: block === start.block ? start.offset : 0,
      end: block === end.block ? end.offset : (file.blocks.at(block)?.length ?? 0),
    };
    if (span.end < span.start) continue;
    for (const action of engine.codeActions(file, block, span, options)) {
      const fix = toCodeAction(action, rangeOf, target);
      const everywhere = fixInFile(context, document, block, action);
      actions.push(
        ...moveActions(action, rangeOf, target, client.moveSecretCommand),
        fix,
        ...(everywhere ? [{ ...withEdits(fix, everywhere, target), isPreferred: false }] : []),
      );
    }
    for (const action of engine.ignoreActions(file, block, span, options))
      ignoring.push(toCodeAction(action, rangeOf, target));
  }
  return { fixes: actions, ignoring };
}

/** Returns the ids of the rules with findings at the start of the range. */
function rulesAt(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  { range, context }: CodeActionParams,
): readonly string[] {
  if (!isCheckable(document) || !wantsQuickFixes(context.only)) return [];
  const { file } = document;
  const start = toBlockOffset(file, range.start, encoding);
  const end = toBlockOffset(file, range.end, encoding);
  const stop = end.block === start.block ? end.offset : (file.blocks.at(start.block)?.length ?? 0);
  const found = engine.check(file, optionsOf(document)).findings[start.block] ?? [];
  const here = found.filter(({ span }) => span.start <= stop && start.offset <= span.end);
  return [...new Set(here.map(({ rule }) => rule))];
}

/** Returns the actions that set rules in the `rulebook.json` of the document. */
async function configureRules(
  session: Session,
  { uri }: OpenDocument,
  rules: readonly string[],
): Promise<CodeAction[]> {
  const { engine, documents, readFile } = session;
  const own = configurationUri(session.settingsOf(uri).root);
  if (own === undefined) return [];
  const open = documents.find(own);
  const text = open ? undefined : await readFile(own);
  const file = open ? openConfiguration(engine, open) : { uri: own, ...(text === undefined ? {} : { text }) };
  return severityActions(session, rules, file);
}

/** What a code action changes and which diagnostics it answers. */
interface CodeActionTarget {
  readonly uri: string;
  readonly version: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The client takes edits that name a version, so that it can refuse outdated ones. */
  readonly versioned: boolean;
}

/** Returns the quick fix with the diagnostic that it answers. */
export function toCodeAction(action: Fix, rangeOf: RangeOf, target: CodeActionTarget): CodeAction {
  const edits = action.edits.map((edit) => toTextEdit(edit, rangeOf));
  const range = rangeOf(action.findingSpan);
  const diagnostics = target.diagnostics.filter(
    (diagnostic) => diagnostic.code === action.rule && isSameRange(diagnostic.range, range),
  );
  const result: CodeAction = {
    title: action.title,
    kind: CodeActionKind.QuickFix,
    isPreferred: action.isPreferred,
  };
  if (diagnostics.length > 0) result.diagnostics = diagnostics;
  return withEdits(result, { title: action.title, edits }, target);
}

function withEdits(
  action: CodeAction,
  { title, edits }: FixInFile,
  { uri, version, versioned }: CodeActionTarget,
): CodeAction {
  return {
    ...action,
    title,
    edit: versioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits: [...edits] }] }
      : { changes: { [uri]: [...edits] } },
  };
}

/** Offers to move a literal secret into the client's secret storage: the place of its quick fix, never its text. */
function moveActions(
  { rule, edits }: Fix,
  rangeOf: RangeOf,
  { uri, version, diagnostics }: CodeActionTarget,
  command: string | undefined,
): CodeAction[] {
  const [edit, another] = edits;
  if (command === undefined || rule !== literalSecret || edit === undefined || another !== undefined) return [];
  const title = 'Move to secret storage…';
  const args: MoveSecretArguments = [uri, version, rangeOf(edit.span), edit.newText];
  const answered = diagnostics.filter(({ code }) => code === rule);
  return [
    {
      title,
      kind: CodeActionKind.QuickFix,
      ...(answered.length > 0 && { diagnostics: answered }),
      command: { title, command, arguments: [...args] },
    },
  ];
}

function wantsQuickFixes(only: readonly string[] | undefined): boolean {
  return !only || only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix);
}
