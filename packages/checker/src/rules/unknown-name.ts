import { nameSteps, type NameStep } from './across/name-steps';
import type { FileRule } from './rule';
import { changeTo } from './support/change-to';
import { code } from './support/wording';

/** Reports a name that the endpoint of the request does not have. */
export const unknownName: FileRule = {
  id: 'unknown-name',
  scope: 'file',
  category: 'correctness',
  severity: 'information',
  docs: {
    what: 'Reports a name, such as that of an index, a repository or a webhook, that the endpoint of the request does not have, and that no request above it creates. Only the editor asks endpoints, and not all of them.',
    why: 'The service answers with 404, or creates something under a name that was not meant.',
    remedy:
      'Correct the name, or create it in a request above. The endpoint lists what the credential may see. If the request is sent to see that nothing is there, say so: with an assert such as `?? status == 404`, or in its title.',
  },
  concernsSingle: (summary) => nameSteps.in(summary)?.steps.some(({ step }) => step === 'lacks') === true,
  summary: nameSteps,
  groupOf: (summary) => {
    const steps = nameSteps.in(summary);
    return steps && `names ${steps.endpoint}`;
  },
  check: (group, report) => {
    const all = group.summaries.map((summary) => nameSteps.in(summary));
    // Where comments name several instances, a request without a host may go to any of them.
    if (group.hasSeveralInstances || !all.some((one) => one?.steps.some(({ step }) => step === 'lacks'))) return;
    const anywhere = new Set(all.flatMap((one) => one?.steps.flatMap(keyOfCreated) ?? []));
    const above = new Set<string>();
    all.forEach((one, block) => {
      if (one === undefined) return;
      for (const step of one.steps) {
        const { name = '', noun, span, meant, isRemoved } = step;
        const isCreated = (isRemoved ? anywhere : above).has(keyOfStep(step)) || above.has(step.list);
        if (step.step !== 'lacks' || isCreated) continue;
        const question = meant === undefined ? '.' : `; did you mean ${code(meant)}?`;
        report(block, {
          message: `${code(one.endpoint)} has no ${noun} ${code(name)}${question}`,
          span,
          provenance: { kind: 'endpoint', endpoint: one.endpoint },
          isFixable: meant !== undefined && isPlain(meant),
        });
      }
      // What the request itself creates is there afterwards.
      for (const step of one.steps) for (const key of keyOfCreated(step)) above.add(key);
    });
  },
  fixes: (finding, binding, _, context) => {
    const steps = nameSteps.of(binding.block, binding, context)?.steps ?? [];
    const step = steps.find(({ span, step: kind }) => kind === 'lacks' && span.start === finding.span.start);
    return changeTo(step?.meant, finding.span);
  },
};

function keyOfStep({ list, name = '' }: NameStep): string {
  return `${list}\n${name}`;
}

/** Where any name of a list may have been created, it is the list. */
function keyOfCreated(step: NameStep): readonly string[] {
  return step.step === 'creates' ? [keyOfStep(step)] : step.step === 'opens' ? [step.list] : [];
}

/** A name that is written in paths and in texts as it is. */
function isPlain(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}
