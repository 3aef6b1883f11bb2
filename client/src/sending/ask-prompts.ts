import * as vscode from 'vscode';
import { redact } from '@rulebook/catalogue/masking';
import { type PlannedPrompt, type Refusal, cancelled } from '@rulebook/sender/plan';
import { visibleLine } from '@rulebook/text';

/** Asks for the values of prompts, each name once, and keeps them among the answers; returns why the request ends instead. */
export async function askForPrompts(
  prompts: readonly PlannedPrompt[],
  answers: Map<string, string>,
): Promise<Refusal | undefined> {
  for (const prompt of prompts) {
    if (answers.has(prompt.name)) continue;
    const value = await valueOf(prompt);
    // The user has cancelled the request.
    if (value === undefined) return cancelled;
    answers.set(prompt.name, value);
  }
  return undefined;
}

function valueOf({ name, description, default: offered, choices, isSecret }: PlannedPrompt) {
  const title = vscode.l10n.t('Value of {0}', visibleLine(name.startsWith('$') ? (description ?? name) : name));
  const prompt = description === undefined ? undefined : redact(visibleLine(description));
  if (choices !== undefined) {
    return vscode.window.showQuickPick(choices, {
      title,
      ignoreFocusOut: true,
      ...(prompt !== undefined && { placeHolder: prompt }),
    });
  }
  return vscode.window.showInputBox({
    title,
    password: isSecret,
    ignoreFocusOut: true,
    prompt: prompt ?? vscode.l10n.t('The request asks for this value. It is not kept.'),
    ...(offered !== undefined && { value: offered }),
  });
}
