import { isRecorded } from './support/bound-values';
import { formattedValue } from './support/formats';
import type { BlockRule } from './rule';
import { code, provenanceOf, subjectOf } from './support/wording';

/** Reports a delivery address that is no absolute URL. */
export const relativeUrl: BlockRule = {
  id: 'relative-url',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a URL without `http://` or `https://`.',
    why: 'The service posts to the URL from where it runs, so the URL must be complete.',
    remedy: 'Write the whole URL; the quick fix puts `https://` in front.',
    valid: ['POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/hook" } }\n'],
    invalid: ['POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "example.com/hook" } }\n'],
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'url',
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'url');
    if (formatted === undefined || /^https?:\/\/[^\s/?#]/i.test(formatted.text)) return;
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
                title: 'Put `https://` in front',
                edits: [{ span, newText: JSON.stringify(`https://${text}`) }],
                isSafe: false,
              },
            ]
          : [],
    });
  },
};
