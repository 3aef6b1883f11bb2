import { valueOfConstrained, textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { expressionOf } from '@rulebook/text/expressions';
import { isOlder } from '../binding/target';
import { versionFor } from '../binding/vendor-facts';

/** Reports the documented effect of a value. */
export const notedValue = defineConstraintRule({
  id: 'noted-value',
  category: 'correctness',
  severity: 'information',
  isRemark: true,
  isForResponses: true,
  docs: {
    what: 'Explains a value that has a documented effect beyond its name.',
    why: 'The effect of such a value is easy to overlook.',
    remedy: 'If you want the effect, no change is needed.',
  },
  passes({ options: { value, pattern, before }, provenance }) {
    if (before !== undefined) return { node: (_node, binding) => !isOlder(versionFor(provenance, binding), before) };
    if (value !== undefined) return { text: (text) => text !== value };
    const expression = pattern === undefined ? undefined : expressionOf(pattern);
    return expression && { text: (text) => !expression.test(text) };
  },
  check(element, { options, provenance }, binding, report) {
    if (options.before !== undefined && !isOlder(versionFor(provenance, binding), options.before)) return;
    const scalar = textOfConstrained(element);
    if (options.value !== undefined && scalar?.text !== options.value) return;
    if (options.pattern !== undefined && (scalar === undefined || !expressionOf(options.pattern).test(scalar.text)))
      return;
    const siblings = options.unlessNextTo && valueOfConstrained(element)?.parent?.members;
    if (siblings?.some(({ key }) => options.unlessNextTo?.includes(key) === true)) return;
    const span = scalar?.span ?? valueOfConstrained(element)?.anchor;
    if (span !== undefined) report({ message: options.message, span, provenance });
  },
});
