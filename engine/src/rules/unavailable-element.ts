import type { Deployment, Fact } from '../catalogue/facts';
import { hasRequestLine, isRecorded } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an element that the deployment of the target lacks. */
export const unavailableElement: BlockRule = {
  id: 'unavailable-element',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports an operation, parameter or field that the deployment of the target lacks.',
    why: 'A serverless service and a self-managed one know different operations. The target refuses the request. If no deployment is known, nothing is reported.',
    remedy:
      'Use another operation, or correct the deployment: `# @deployment self-managed` above the request, or `deployment` in the endpoint.',
  },
  request(binding, report) {
    const { operation, deployment, request } = binding;
    if (operation === undefined || !isLacking(operation, deployment) || !hasRequestLine(binding)) return;
    const { provenance } = operation;
    report({ message: messageFor('This operation', deployment), span: request.target.path.span, provenance });
  },
  parameter({ field, nameSpan }, { deployment }, report) {
    if (!isLacking(field, deployment)) return;
    report({ message: messageFor(code(field.name), deployment), span: nameSpan, provenance: field.provenance });
  },
  concerns: (_shape, field) => field?.lackedBy !== undefined,
  value(value, binding, report) {
    const { field, anchor } = value;
    const { deployment } = binding;
    if (field === undefined || !isLacking(field, deployment) || isRecorded(value, binding)) return;
    report({ message: messageFor(code(field.name), deployment), span: anchor, provenance: field.provenance });
  },
};

function isLacking({ lackedBy }: Fact, deployment: Deployment | undefined): deployment is Deployment {
  return deployment !== undefined && lackedBy?.includes(deployment) === true;
}

function messageFor(subject: string, deployment: Deployment): string {
  return `${subject} is not available on a ${deployment} deployment.`;
}
