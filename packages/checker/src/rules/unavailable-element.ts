import type { Binding } from '../binding/model';
import { lackedPartAt, lackedPartOf, productLacking, productOf } from '../binding/vendor-facts';
import type { Deployment, Fact } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { LackedPart, Service } from '@rulebook/catalogue/service';
import { hasRequestLine, isRecorded } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an element that the deployment or the product of the target lacks. */
export const unavailableElement: BlockRule = {
  id: 'unavailable-element',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an operation, parameter or field that the deployment or the product of the target lacks.',
    why: 'A serverless service and a self-managed one know different operations, and so do Elasticsearch and OpenSearch. The target refuses the request. Nothing is reported while neither a deployment nor another vendor is known.',
    remedy:
      'Use another operation, or correct the target: `# @deployment self-managed` above the request, or `deployment` or `vendor` in the endpoint.',
  },
  concernsRequest: (operation, service) =>
    operation === undefined || isAbsentSomewhere(operation) || isOfLackedPart(operation, service),
  request(binding, report) {
    const { operation, request } = binding;
    if (!hasRequestLine(binding)) return;
    const { span } = request.target.path;
    const part = lackedPartIn(binding);
    if (part !== undefined) {
      const { instead, provenance } = part;
      const use = instead === undefined ? '' : `; use ${instead}`;
      report({ message: `${productOf(binding)?.product ?? ''} does not have this operation${use}.`, span, provenance });
      return;
    }
    const message = operation && messageFor('This operation', operation, binding);
    if (operation && message !== undefined) report({ message, span, provenance: operation.provenance });
  },
  concernsParameter: isAbsentSomewhere,
  parameter({ field, nameSpan }, binding, report) {
    const message = messageFor(code(field.name), field, binding);
    if (message !== undefined)
      report({ message, span: nameSpan, provenance: field.provenance, ...refusalOf(field, binding) });
  },
  concerns: (_shape, field) => field !== undefined && isAbsentSomewhere(field),
  passes: (_shape, field) => ({
    node: (_node, binding) => field === undefined || messageFor(field.name, field, binding) === undefined,
  }),
  value(value, binding, report) {
    const { field, anchor } = value;
    const message = field && messageFor(code(field.name), field, binding);
    if (field === undefined || message === undefined || isRecorded(value, binding)) return;
    report({ message, span: anchor, provenance: field.provenance, ...refusalOf(field, binding) });
  },
};

/** Returns whether a deployment or a product lacks the element. */
function isAbsentSomewhere({ lackedBy, variesAs }: Fact): boolean {
  return lackedBy !== undefined || variesAs !== undefined;
}

/** Returns whether one of the products lacks the part to which the operation belongs. */
function isOfLackedPart(operation: Operation, service: Service | undefined): boolean {
  return service?.fallbackDescriptions?.some(({ vendor }) => lackedPartOf(operation, { service, vendor })) === true;
}

/** Of a path that the vendor's product does not have, its words say to which part it belongs. */
function lackedPartIn(binding: Binding): LackedPart | undefined {
  const { operation, match, segments } = binding;
  if (operation !== undefined) return lackedPartOf(operation, binding);
  const [first = '', ...others] = segments.map(({ text }) => text);
  const isOwn = productOf(binding)?.ownWords?.includes(first) === true;
  return match.kind === 'none' && !isOwn ? lackedPartAt([first, ...others], binding) : undefined;
}

/** Returns undefined if the target has the element, and if it is not known. */
function messageFor(subject: string, fact: Fact, binding: Binding): string | undefined {
  const { deployment } = binding;
  if (isLacking(fact, deployment)) return `${subject} is not available on a ${deployment} deployment.`;
  const product = productLacking(fact, binding);
  return product === undefined ? undefined : `${subject} is not available in ${product}.`;
}

/** A product refuses what it does not know. */
function refusalOf(fact: Fact, binding: Binding): { readonly isRefused?: true } {
  return productLacking(fact, binding) === undefined ? {} : { isRefused: true };
}

function isLacking({ lackedBy }: Fact, deployment: Deployment | undefined): deployment is Deployment {
  return deployment !== undefined && lackedBy?.includes(deployment) === true;
}
