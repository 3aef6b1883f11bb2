import { setDiagnostics, type Diagnostic as EditorDiagnostic } from '@codemirror/lint';
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { element } from './elements';
import { openQuickFixes } from './quick-fixes';

/** The severities of the protocol, from 1 on. */
const severities = ['error', 'warning', 'info', 'hint'] as const;
/** What they are called in the list. */
const titles = { error: 'Error', warning: 'Warning', info: 'Information', hint: 'Hint' };
/** More are counted, not listed. */
const maxListed = 200;

/** Shows diagnostics in the editor. Those of a text that has changed since are left out: newer ones follow. */
export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const { doc } = view.state;
  const shown = diagnostics.flatMap((diagnostic): readonly EditorDiagnostic[] => {
    const { start, end } = diagnostic.range;
    if (end.line >= doc.lines) return [];
    const from = Math.min(plugin.fromPosition(start), doc.length);
    const to = Math.min(Math.max(plugin.fromPosition(end), from), doc.length);
    const severity = severityOf(diagnostic);
    return [
      {
        from,
        to,
        severity,
        message: messageOf(diagnostic),
        renderMessage: () => renderedMessage(view, from, diagnostic),
      },
    ];
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Fills the list of problems and returns what it holds, in a few words. */
export function listProblems(list: HTMLElement, view: EditorView, diagnostics: readonly Diagnostic[]): string {
  const sorted = [...diagnostics].sort((a, b) => a.range.start.line - b.range.start.line);
  const entries = sorted.slice(0, maxListed).map((diagnostic) => element('li', {}, ...entryOf(view, diagnostic)));
  const more = sorted.length - entries.length;
  if (more > 0) entries.push(element('li', { class: 'pg-more' }, `and ${more} more`));
  list.replaceChildren(...entries);
  return summaryOf(sorted);
}

/** Puts the cursor on a position of the protocol. */
function jumpTo(view: EditorView, { range }: Diagnostic): void {
  const plugin = LSPPlugin.get(view);
  if (!plugin || range.start.line >= view.state.doc.lines) return;
  const at = Math.min(plugin.fromPosition(range.start), view.state.doc.length);
  view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  view.focus();
}

function entryOf(view: EditorView, diagnostic: Diagnostic): readonly HTMLElement[] {
  const severity = severityOf(diagnostic);
  const { line, character } = diagnostic.range.start;
  const jump = element(
    'button',
    {
      type: 'button',
      class: `pg-problem pg-${severity}`,
      onclick: () => {
        jumpTo(view, diagnostic);
      },
    },
    element('span', { class: 'pg-severity' }, titles[severity]),
    element('span', { class: 'pg-message' }, messageOf(diagnostic)),
    element('span', { class: 'pg-place' }, `${line + 1}:${character + 1}`),
  );
  return [jump, ...ruleLink(diagnostic)];
}

function renderedMessage(view: EditorView, at: number, diagnostic: Diagnostic): HTMLElement {
  const fix = element(
    'button',
    {
      type: 'button',
      class: 'pg-fix',
      onclick: () => {
        view.dispatch({ selection: { anchor: at } });
        openQuickFixes(view);
      },
    },
    'Quick fix…',
  );
  return element('div', { class: 'pg-hint' }, element('p', {}, messageOf(diagnostic)), fix, ...ruleLink(diagnostic));
}

function ruleLink({ code, codeDescription }: Diagnostic): readonly HTMLElement[] {
  if (code === undefined) return [];
  if (codeDescription === undefined) return [element('span', { class: 'pg-rule' }, String(code))];
  const link = { href: codeDescription.href, class: 'pg-rule', target: '_blank', rel: 'noopener' };
  return [element('a', { ...link, 'aria-label': `Rule ${code}, in a new tab` }, String(code))];
}

/** The newest protocol also knows messages in Markdown, which this page does not ask for. */
export function messageOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}

function severityOf({ severity = 1 }: Diagnostic): (typeof severities)[number] {
  return severities[severity - 1] ?? 'error';
}

function summaryOf(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return 'No problems';
  const counts = severities.flatMap((severity) => {
    const found = diagnostics.filter((one) => severityOf(one) === severity).length;
    if (found === 0) return [];
    const noun = titles[severity].toLowerCase();
    return [`${found} ${found === 1 || severity === 'info' ? noun : `${noun}s`}`];
  });
  return counts.join(', ');
}
