import type { BoundValue } from '../binding/model';
import { memberOf, objectShapeOf } from '../binding/model';
import { absentFieldsOf, hasRequestLine, nodeSpan, stringOf } from './support/bound-values';
import { requiredFieldsOf } from '../binding/required-fields';
import { isMask } from './masked-secret';
import type { BlockRule, FindingProvenance } from './rule';
import { capitalized, code, documentedOrDescribed, labelOf, provenanceOf, typeOf } from './support/wording';

/** Reports a recorded response that differs from the documented one. */
export const mismatchedResponse: BlockRule = {
  id: 'mismatched-response',
  scope: 'block',
  category: 'correctness',
  severity: 'information',
  isForResponses: true,
  docs: {
    what: 'Reports a recorded response that lacks a documented field or gives it another type.',
    why: 'A recorded response documents the service. One that differs is out of date or misleads its readers.',
    remedy: 'Record the response again, or correct it.',
  },
  isForRecorded: true,
  value(value, binding, report) {
    const provenance =
      value.declared.typeProvenance ??
      value.field?.provenance ??
      provenanceOfResponse(value) ??
      provenanceOf(value, binding);
    if (value.isMismatch) {
      if (isDescribed(provenance)) return;
      const message = `${capitalized(labelIn(value))} is ${documentedOrDescribed(provenance)} as ${typeOf(value.declared)}.`;
      report({ message, span: value.span, provenance });
      return;
    }
    const text = value.field?.isMasked === true ? stringOf(value) : undefined;
    if (text !== undefined && text !== '' && !isMask(text) && !isDescribed(provenance)) {
      report({
        message: `${code(value.name)} is ${documentedOrDescribed(provenance)} as masked in responses.`,
        span: value.span,
        provenance,
      });
    }
    for (const field of absentFieldsOf(value, binding, requiredFieldsOf)) {
      if (field.required === undefined || field.required === false || isDescribed(field.provenance)) continue;
      const weaker = field.required === true ? undefined : field.required;
      report({
        message: weaker?.message ?? `The recorded response lacks ${code(field.name)}.`,
        span: value.anchor,
        // No one can correct a response that the service has just sent.
        severity: hasRequestLine(binding) ? (weaker?.severity ?? 'warning') : 'information',
        provenance: weaker?.provenance ?? field.provenance,
      });
    }
  },
  within: ['response'],
  request(binding, report) {
    const { body, responseBody } = binding;
    if (body === undefined || responseBody === undefined) return;
    const asked = objectShapeOf(body);
    const answered = objectShapeOf(responseBody);
    if (asked === undefined || answered === undefined || body.members.some(({ isOpaque }) => isOpaque)) return;
    for (const field of answered.fields) {
      const member = memberOf(responseBody, field.name);
      const node = member?.value?.node;
      if (member === undefined || node === undefined || node.type === 'object' || node.type === 'array') continue;
      // An optional field that repeats an optional field of the request without a default is present only if the request has it.
      const source = asked.fields.find(({ name }) => name === field.name);
      const isEcho =
        !isDescribed(field.provenance) &&
        field.required === undefined &&
        source?.absent !== undefined &&
        source.default === undefined;
      if (!isEcho || memberOf(body, field.name) !== undefined) continue;
      const message = `${code(field.name)} is in the recorded response, but not in the request.`;
      report({ message, span: nodeSpan(node), severity: 'warning', provenance: field.provenance });
    }
  },
};

/** The rule `mismatched-answer` compares a response with a description. */
function isDescribed({ kind }: FindingProvenance): boolean {
  return kind === 'described';
}

function labelIn(value: BoundValue): string {
  return value.parent === undefined ? 'the recorded response' : labelOf(value);
}

function provenanceOfResponse(value: BoundValue) {
  return objectShapeOf(value)?.fields[0]?.provenance;
}
