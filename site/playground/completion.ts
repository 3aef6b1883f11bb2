import {
  autocompletion,
  insertCompletionText,
  type Completion,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { serverCompletionSource } from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/**
 * Completes by the language server. The library compares all that a completion replaces with its label (6.3.0): with a closing quote behind
 * the cursor no label would match, so what is behind the cursor is replaced only when a completion is accepted.
 */
const source: CompletionSource = async (context) => {
  const result = await serverCompletionSource(context);
  if (!result) return null;
  const { to = context.pos, options, ...rest } = result as CompletionResult;
  const behind = to - context.pos;
  if (behind <= 0) return result;
  return { ...rest, options: options.map((option) => ({ ...option, apply: applied(option, behind) })) };
};

function applied({ apply, label }: Completion, behind: number) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const end = Math.min(to + behind, view.state.doc.length);
    if (typeof apply === 'function') apply(view, completion, from, end);
    else view.dispatch(insertCompletionText(view.state, apply ?? label, from, end));
  };
}

/** Completion by the language server, as one types or by Ctrl+Space. */
export const completion: Extension = autocompletion({ override: [source], icons: false });
