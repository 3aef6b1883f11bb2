import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a variable whose value differs between the file and an environment, where tools do not agree on which counts. */
export const conflictingVariable: BlockRule = {
  id: 'conflicting-variable',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a variable that has one value in the file and another one in an environment of `http-client.env.json`, where the settings or the configuration of REST Client or httpYac say that those tools use the same files.',
    why: 'In Rulebook, REST Client and httpYac the value of the file counts, in JetBrains that of the environment. So the same request may go to another host there.',
    remedy:
      'Remove one of the two definitions, or give one of them another name. The hover of the variable shows both.',
  },
  within: ['variables'],
  block({ variables }, report, { outsideNames }) {
    const { otherValueOf } = outsideNames ?? {};
    if (otherValueOf === undefined) return;
    for (const { name, value } of variables) {
      const place = otherValueOf(name.text, value.text.trim());
      if (place === undefined) continue;
      report({
        message: `${code(name.text)} has another value in the ${place}, which counts in JetBrains; here this one counts.`,
        span: name.span,
        provenance: { kind: 'syntax' },
      });
    }
  },
};
