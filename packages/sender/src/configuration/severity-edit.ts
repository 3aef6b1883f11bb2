import type { Severity } from '@rulebook/catalogue/facts';
import { editsSetting } from '@rulebook/json/json-edits';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';

/** Returns the edits that give a rule a severity in the text of a `rulebook.json`, comments and the rest untouched; undefined where its JSON cannot be edited. */
export function severityEdit(text: string, rule: string, severity: Severity | 'off'): readonly TextEdit[] | undefined {
  if (text.trim() !== '') return editsSetting(text, ['rules', rule], severity);
  const newText = applyEdits('{}', editsSetting('{}', ['rules', rule], severity) ?? []);
  return [{ span: { start: 0, end: text.length }, newText: `${newText}\n` }];
}
