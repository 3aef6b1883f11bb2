import type { JSONPath } from 'jsonc-parser';
import type { Severity } from '../catalogue/facts';
import type { TextEdit } from '../text/edit';
import { modify } from '../text/json-tree';

/** Returns the edits that give a rule a severity in the text of a `rulebook.json`, comments and the rest untouched; undefined where its JSON cannot be edited. */
export function severityEdit(text: string, rule: string, severity: Severity | 'off'): readonly TextEdit[] | undefined {
  const source = text.trim() === '' ? '' : text;
  const path: JSONPath = ['rules', rule];
  try {
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
    const edits = modify(source === '' ? '{}' : source, path, severity, { formattingOptions });
    if (source === '') {
      const newText = edits.reduceRight(
        (result, { offset, length, content }) => result.slice(0, offset) + content + result.slice(offset + length),
        '{}',
      );
      return [{ span: { start: 0, end: text.length }, newText: `${newText}\n` }];
    }
    return edits.map(({ offset, length, content }) => ({
      span: { start: offset, end: offset + length },
      newText: content,
    }));
  } catch {
    // The path leads through a value that is not an object, or the text is nested too deeply.
    return undefined;
  }
}
