import { isRecorded } from './support/bound-values';
import { formattedValue } from './support/formats';
import type { BlockRule } from './rule';
import { code, provenanceOf, quoted, subjectOf } from './support/wording';

/** Reports a delivery address that is not an absolute URL. */
export const relativeUrl: BlockRule = {
  id: 'relative-url',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a URL without `http://` or `https://`.',
    why: 'The service sends requests to the URL, so the URL must be complete.',
    remedy: 'Write the complete URL; the quick fix adds `https://`.',
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'url',
  passes: () => ({ text: isAbsolute }),
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'url');
    if (formatted === undefined || isAbsolute(formatted.text)) return;
    const { text, span } = formatted;
    const isHostFirst = /^[\w-]+(\.[\w-]+)+([:/?#]|$)/.test(text);
    report({
      message: `${text === '' ? subjectOf(value) : code(text)} is not an absolute URL with \`http\` or \`https\`.`,
      span,
      provenance: provenanceOf(value, binding),
      fixes: () =>
        isHostFirst
          ? [
              {
                title: `Add ${quoted('https://')}`,
                edits: [{ span, newText: JSON.stringify(`https://${text}`) }],
                isSafe: false,
              },
            ]
          : [],
    });
  },
};

function isAbsolute(url: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(url);
}
