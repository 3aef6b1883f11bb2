import type { BoundValue } from '../binding/model';
import { memberOf, objectShapeOf } from '../binding/model';
import { absentFieldsOf, hasRequestLine, isRecorded, nodeSpan, stringOf } from './support/bound-values';
import { isMask } from './masked-secret';
import type { BlockRule } from './rule';
import { code, labelOf, provenanceOf, typeOf } from './support/wording';

/** Reports a recorded answer that differs from the documented one. */
export const mismatchedResponse: BlockRule = {
  id: 'mismatched-response',
  scope: 'block',
  severity: 'information',
  isForAnswers: true,
  docs: {
    what: 'Reports a recorded answer that lacks a documented field or gives it another type.',
    why: 'A recorded answer documents the service; one that differs misleads its readers or is out of date.',
    remedy: 'Record the answer again, or correct it.',
    valid: [
      'PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n{ "id": "i", "name": "k", "api_key": "s", "encoded": "aTpz" }\n',
    ],
    invalid: ['PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n{ "id": "i" }\n'],
  },
  value(value, binding, report) {
    if (!isRecorded(value, binding)) return;
    const provenance = value.field?.provenance ?? provenanceOfAnswer(value) ?? provenanceOf(value, binding);
    if (value.isMismatch) {
      const message = `${sentenceStart(labelIn(value))} is documented as ${typeOf(value.declared)}.`;
      report({ message, span: value.span, provenance });
      return;
    }
    const text = value.field?.isMasked === true ? stringOf(value) : undefined;
    if (text !== undefined && text !== '' && !isMask(text)) {
      report({ message: `${code(value.name)} is documented as masked in an answer.`, span: value.span, provenance });
    }
    for (const field of absentFieldsOf(
      value,
      binding,
      ({ required }) => required !== undefined && required !== false,
    )) {
      if (field.required === undefined || field.required === false) continue;
      const weaker = field.required === true ? undefined : field.required;
      report({
        message: weaker?.message ?? `The recorded answer lacks ${code(field.name)}.`,
        span: value.anchor,
        // What the service answers right now is nobody's mistake.
        severity: hasRequestLine(binding) ? (weaker?.severity ?? 'warning') : 'information',
        provenance: weaker?.provenance ?? field.provenance,
      });
    }
  },
  request({ body, responseBody }, report) {
    if (body === undefined || responseBody === undefined) return;
    const asked = objectShapeOf(body);
    const answered = objectShapeOf(responseBody);
    if (asked === undefined || answered === undefined || body.members.some(({ isOpaque }) => isOpaque)) return;
    for (const field of answered.fields) {
      const member = memberOf(responseBody, field.name);
      const node = member?.value?.node;
      if (member === undefined || node === undefined || node.type === 'object' || node.type === 'array') continue;
      // An optional answer to an optional request field without a default: it is there only when it was asked for.
      const source = asked.fields.find(({ name }) => name === field.name);
      const isEcho = field.required === undefined && source?.absent !== undefined && source.default === undefined;
      if (!isEcho || memberOf(body, field.name) !== undefined) continue;
      const message = `${code(field.name)} is in the recorded answer, but was not asked for.`;
      report({ message, span: nodeSpan(node), severity: 'warning', provenance: field.provenance });
    }
  },
};

function labelIn(value: BoundValue): string {
  return value.parent === undefined ? 'the recorded answer' : labelOf(value);
}

function provenanceOfAnswer(value: BoundValue) {
  return objectShapeOf(value)?.fields[0]?.provenance;
}

function sentenceStart(label: string): string {
  return label.startsWith('`') ? label : label.charAt(0).toUpperCase() + label.slice(1);
}
