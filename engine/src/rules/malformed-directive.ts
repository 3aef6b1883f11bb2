import type { BlockRule } from './rule';

/** Versions that `# @target` can name. */
const versionForm = /^\d+\.\d+\.\d+$/;

/** Reports a directive whose value cannot be used. */
export const malformedDirective: BlockRule = {
  id: 'malformed-directive',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a comment directive such as `# @target` whose value is missing or cannot be read.',
    why: 'A directive that cannot be read changes nothing, which is easily overlooked.',
    remedy: 'Give the directive a value; a target is a version such as `8.15.0`.',
    valid: ['# @target 8.15.0\nPUT /_security/api_key\n'],
    invalid: ['# @target newest\nPUT /_security/api_key\n', '# @endpoint\nPUT /_security/api_key\n'],
  },
  block(block, report) {
    for (const { code, message, span } of block.problems) {
      if (code === 'malformed-directive') report({ message, span, provenance: { kind: 'syntax' } });
    }
    for (const { name, value, span } of block.directives) {
      const isOurs = ['target', 'endpoint', 'deployment'].includes(name.text);
      if (isOurs && value === undefined) {
        report({ message: `\`@${name.text}\` needs a value.`, span, provenance: { kind: 'syntax' } });
      } else if (name.text === 'target' && value !== undefined && !versionForm.test(value.text)) {
        const message = 'A target is a version with three numbers, such as `8.15.0`.';
        report({ message, span: value.span, provenance: { kind: 'syntax' } });
      }
    }
  },
};
