import { lengthProblem } from '../binding/limits';
import { valueOfNode } from '@rulebook/json/json-node';
import { byteLength } from '@rulebook/text/byte-length';
import { count } from '@rulebook/text/count';
import { sourceOfBinding, textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { labelOf } from './support/wording';

/** Reports a value that is too long or too short. */
export const lengthLimit = defineConstraintRule({
  id: 'length-limit',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a value that is longer or shorter than the service accepts.',
    why: 'The service refuses the value.',
    remedy: 'Shorten or complete the value.',
  },
  passes: ({ options }) =>
    options.maximumBytes === undefined ? { text: (text) => lengthProblem(options, text) === undefined } : undefined,
  check(element, { options, provenance }, binding, report) {
    const { maximumBytes } = options;
    const value = maximumBytes === undefined ? undefined : valueOfConstrained(element);
    if (value !== undefined && maximumBytes !== undefined) {
      const { start, end } = value.span;
      const size = byteLength(JSON.stringify(valueOfNode(value.node)));
      if (size <= maximumBytes || sourceOfBinding(binding).slice(start, end).includes('{{')) return;
      const message = `${labelOf(value)} must have at most ${count(maximumBytes, 'byte')}; it has ${count(size, 'byte')}.`;
      report({ message, span: value.anchor, provenance });
      return;
    }
    const scalar = textOfConstrained(element);
    const problem = scalar === undefined ? undefined : lengthProblem(options, scalar.text);
    if (scalar === undefined || problem === undefined) return;
    report({ message: `${scalar.label} must ${problem}.`, span: scalar.span, provenance });
  },
});
