import type { Field, Shape } from '../catalogue/model';
import { credentialOf, isCredential, isStandIn, looksReal } from './support/authorization';
import { isRecorded, stringOf } from './support/bound-values';
import type { BlockRule, Fix } from './rule';

/** Reports a credential that is written into the file. */
export const literalSecret: BlockRule = {
  id: 'literal-secret',
  scope: 'block',
  severity: 'information',
  docs: {
    what: 'Reports a credential or secret that is written into the file and looks real.',
    why: 'Request files are shared and committed; a secret in them is no secret any more.',
    remedy:
      'Put the value into a variable whose value is kept outside the file, and exchange the secret that has been shared.',
    valid: [
      'GET /repos/octocat/hello-world/hooks\nAuthorization: Bearer {{token}}\n',
      'GET /repos/octocat/hello-world/hooks\nAuthorization: Bearer <TOKEN>\n',
    ],
    invalid: [
      'GET /repos/octocat/hello-world/hooks\nAuthorization: Bearer ghx_5f0c81b2d93e4a67\n',
      'GET http://elastic:s3cret@localhost:9200/_snapshot\n',
    ],
  },
  request({ request }, report) {
    const { origin } = request.target;
    const [, before = '', password = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/@:]*:)([^/@]+)@/i.exec(origin?.text ?? '') ?? [];
    if (origin === undefined || password === '' || isStandIn(password)) return;
    const start = origin.span.start + before.length;
    const span = { start, end: start + password.length };
    report({
      message: 'A password is written into the URL; a variable keeps it out of the file.',
      span,
      provenance: { kind: 'syntax' },
      fixes: () => [toVariable('{{password}}', span)],
    });
  },
  parameter(parameter, _binding, report) {
    if (!isCredential(parameter) || parameter.hasHole) return;
    const { value, valueOffset } = credentialOf(parameter.text);
    if (value.length < 4 || isStandIn(value) || (!looksReal(value) && value.length < 16)) return;
    const span = { start: parameter.span.start + valueOffset, end: parameter.span.end };
    report({
      message: 'A credential is written into the file; a variable keeps it out.',
      span,
      provenance: { kind: 'syntax' },
      fixes: () => [toVariable('{{token}}', { ...span })],
    });
  },
  concerns: isSecret,
  value(value, binding, report) {
    const text = stringOf(value);
    if (text === undefined || !isSecret(value.shape, value.field) || !looksReal(text)) return;
    const recorded = isRecorded(value, binding);
    report({
      message: recorded
        ? 'A secret from an answer is kept in the file.'
        : 'A secret is written into the file; a variable keeps it out.',
      span: value.span,
      provenance: { kind: 'syntax' },
      fixes: recorded ? undefined : () => [toVariable(`"{{${value.name}}}"`, value.span)],
    });
  },
};

/** Secrets are those fields that a read operation masks, and those that say so by their name. */
function isSecret(shape: Shape, field: Field | undefined): boolean {
  if (shape.constraints?.some(({ rule }) => rule === 'masked-secret') === true) return true;
  const names = field === undefined ? [] : [field.name, ...(field.aliases ?? [])];
  return names.some((name) => /(^|_)(secret|password|token)$|^api_key$/i.test(name));
}

function toVariable(newText: string, span: { start: number; end: number }): Fix {
  const title = `Replace by the variable \`${newText.replace(/"/g, '')}\``;
  return { title, edits: [{ span, newText }], isSafe: false };
}
