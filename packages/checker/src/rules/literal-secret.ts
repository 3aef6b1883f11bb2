import type { BoundParameter } from '../binding/model';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { credentialOf, isCredential, isCredentialField, isStandIn, looksReal } from './support/authorization';
import { isRecorded, shapesOf, stringOf } from './support/bound-values';
import type { BlockRule, Fix, Reporter } from './rule';
import { quoted } from './support/wording';

/** Reports a credential that is written into the file. */
export const literalSecret: BlockRule = {
  id: 'literal-secret',
  scope: 'block',
  category: 'security',
  severity: 'information',
  isAdvice: true,
  docs: {
    what: 'Reports a credential or secret that is written into the file and looks real.',
    why: 'Request files are shared and committed. Everybody who can read the file can use the secret.',
    remedy:
      'Use a variable whose value is kept outside the file; the quick fix inserts one. If the file has been shared, replace the secret with a new one.',
  },
  within: ['unusual-target'],
  request({ request }, report) {
    const { origin } = request.target;
    const [, before = '', password = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/@:]*:)([^/@]+)@/i.exec(origin?.text ?? '') ?? [];
    if (origin === undefined || password === '' || isStandIn(password)) return;
    const start = origin.span.start + before.length;
    const span = { start, end: start + password.length };
    report({
      message: 'The URL contains a password; use a variable to keep it out of the file.',
      span,
      provenance: { kind: 'syntax' },
      fixes: () => [toVariable('{{password}}', span)],
    });
  },
  concernsParameter: (field) =>
    isCredentialField(field) || field.name === 'Authorization' || shapesOf(field.shape).some(isPassword),
  parameter(parameter, _binding, report) {
    if (parameter.hasPlaceholder) return;
    const isAuthorization = isCredential(parameter) || parameter.field.name === 'Authorization';
    if (!isAuthorization) {
      reportPassword(parameter, report);
      return;
    }
    const { value, valueOffset } = credentialOf(parameter.text);
    if (value.length < 4 || isStandIn(value) || (!looksReal(value) && value.length < 16)) return;
    const span = { start: parameter.span.start + valueOffset, end: parameter.span.end };
    report({
      message: 'The file contains a credential; use a variable to keep it out.',
      span,
      provenance: { kind: 'syntax' },
      fixes: () => [toVariable('{{token}}', { ...span })],
    });
  },
  concerns: isSecret,
  passes: () => ({ text: (text) => !looksReal(text) }),
  value(value, binding, report) {
    const text = stringOf(value);
    if (text === undefined || !isSecret(value.shape, value.field) || !looksReal(text)) return;
    const recorded = isRecorded(value, binding);
    report({
      message: recorded
        ? 'The file contains a secret from a response.'
        : 'The file contains a secret; use a variable to keep it out.',
      span: value.span,
      provenance: { kind: 'syntax' },
      fixes: recorded ? undefined : () => [toVariable(`"{{${value.name}}}"`, value.span)],
    });
  },
};

/** Reports the value of a parameter or field of a form that is described as a password. */
function reportPassword({ field, text, span }: BoundParameter, report: Reporter): void {
  if (!shapesOf(field.shape).some(isPassword) || !looksReal(text)) return;
  const name = /^[\w-]+$/.test(field.name) ? field.name : 'token';
  report({
    message: 'The file contains a credential; use a variable to keep it out.',
    span,
    provenance: { kind: 'syntax' },
    fixes: () => [toVariable(`{{${name}}}`, span)],
  });
}

function isPassword(shape: Shape): boolean {
  return shape.type === 'string' && shape.format === 'password';
}

/** Returns whether a read operation masks the field, a description calls it a password, or its name identifies a secret. */
function isSecret(shape: Shape, field: Field | undefined): boolean {
  if (isPassword(shape) || shape.constraints?.some(({ rule }) => rule === 'masked-secret') === true) return true;
  const names = field === undefined ? [] : [field.name, ...(field.aliases ?? [])];
  return names.some((name) => /(^|_)(secret|password|token)$|^api_key$/i.test(name));
}

function toVariable(newText: string, span: { start: number; end: number }): Fix {
  const title = `Replace with the variable ${quoted(newText.replace(/"/g, ''))}`;
  return { title, edits: [{ span, newText }], isSafe: false };
}
