import type { Binding, IncludedBody } from '../binding/model';
import { usersOfKeyIn } from '../binding/inclusion';
import { rightsOfRequests, type NeedyRequest } from '../privileges/file-rights';
import { needsOfRequest } from '../privileges/request-needs';
import { descriptorNodes, isOpen, unneededIn, type UnneededRight } from '../privileges/unneeded-rights';
import { roleDescriptorOf } from '../privileges/role-descriptor';
import { perObject } from '@rulebook/text/structures/memo';
import { span } from '@rulebook/text/span';
import type { BlockRule, Fix } from './rule';
import { describeUnneeded } from './support/describe-unneeded';
import { editsToGrant } from './support/grant-edits';
import { code, inList, quoted } from './support/wording';

/** Reports what a role descriptor grants in addition to what the files need that use it. */
export const unneededRight: BlockRule = {
  id: 'unneeded-right',
  scope: 'block',
  category: 'security',
  severity: 'information',
  isAdvice: true,
  docs: {
    what: 'Reports what a request for a key or a role grants in addition to what the requests of the files that use it need. `# @rights-of`, or `rightsOf` of an endpoint, names these files; otherwise nothing is compared.',
    why: 'Whoever gets hold of the key can do all that it allows.',
    remedy: 'Grant just what is needed. If other requests use the key, too, name their files as well.',
  },
  within: ['other-directives'],
  request(binding, report, { include }) {
    const named = usersOfKeyIn(binding.block);
    if (include === undefined || named.length === 0) return;
    const found = named.map((inclusion) => ({ inclusion, included: include(inclusion) }));
    for (const { inclusion, included } of found) {
      if (included?.kind !== 'unreadable') continue;
      report({
        message: `The file ${code(inclusion.path)} cannot be read: ${included.cause}.`,
        span: inclusion.span,
        severity: 'warning',
        provenance: { kind: 'syntax' },
      });
    }
    const { block, service } = binding;
    const { body } = binding.request;
    const requests = needyRequests(
      found.map(({ included }) => included),
      binding,
    );
    const [root] = body?.kind === 'json' && !body.isLines ? body.values : [];
    if (root === undefined || requests === undefined || service?.privileges === undefined) return;
    const tables = service.privileges;
    const paths = named.map(({ path }) => path);
    const files = inList(paths, 'and');
    const needs = requests.flatMap((request) => request.needs ?? []);
    const descriptors = descriptorNodes(root);
    for (const descriptor of descriptors) {
      for (const unneeded of unneededIn(descriptor, block.text, needs, tables))
        report({
          message: describeUnneeded(unneeded, files, named.length > 1),
          span: spanOf(unneeded),
          // The file states itself which others use the key.
          provenance: { kind: 'syntax' },
          fixes: () => {
            const hasOne = descriptors.length === 1 && !needs.some(isOpenNeed);
            const [rights] = hasOne ? rightsOfRequests(requests, () => service) : [];
            const edits = rights && editsToGrant(block.text, descriptor, roleDescriptorOf(rights));
            return edits
              ? [
                  {
                    title: `Grant just what ${paths.map(quoted).join(', ')} ${paths.length > 1 ? 'need' : 'needs'}`,
                    edits,
                    isSafe: false,
                  } satisfies Fix,
                ]
              : [];
          },
        });
    }
  },
};

function spanOf({ node }: UnneededRight) {
  return span(node.offset, node.offset + node.length);
}

/** The name of an index that is not known cannot be granted. */
function isOpenNeed({ kind, on }: { readonly kind: string; readonly on: readonly string[] }): boolean {
  return kind === 'index' && (on.length === 0 || on.some(isOpen));
}

/** Returns the requests of the files that are sent with the key of a request; undefined while not all of their needs are known. */
function needyRequests(
  files: readonly (IncludedBody | undefined)[],
  binding: Binding,
): readonly NeedyRequest[] | undefined {
  const found: NeedyRequest[] = [];
  const home = placeOfBinding(binding);
  for (const file of files) {
    const sent = file && sentBy(file);
    if (sent === undefined) return undefined;
    for (const { place, request } of sent) {
      const { service, needs } = request;
      // A request to another place is sent with another key.
      if (service === undefined && home !== undefined && place !== undefined && home !== place) continue;
      if (service !== undefined && service !== binding.service?.id) continue;
      const isKnown = needs?.every(({ certainty, remote }) => certainty === undefined && remote === undefined);
      if (isKnown !== true) return undefined;
      found.push(request);
    }
  }
  return found.length === 0 ? undefined : found;
}

interface SentRequest {
  readonly place: string | undefined;
  readonly request: NeedyRequest;
}

/** Kept with the file, whose bindings are many. */
const sentBy = perObject((file: IncludedBody): readonly SentRequest[] | undefined => {
  const requests = file.kind === 'read' ? file.requests?.() : undefined;
  if (requests?.areAll !== true) return undefined;
  return requests.bindings.map((binding) => {
    const { service, operation } = binding;
    const needs = needsOfRequest(binding);
    const request: NeedyRequest = {
      label: '',
      ...(service && { service: service.id }),
      ...(operation && { operation: operation.id }),
      ...(needs && { needs }),
    };
    return { place: placeOfBinding(binding), request };
  });
});

/** Returns the URL to which a request goes, as far as the file defines it. */
function placeOfBinding({ endpoint, destination }: Binding): string | undefined {
  if (endpoint !== undefined) return endpoint.baseUrl;
  return destination.kind === 'url' && !destination.base.includes('{{') ? destination.base : undefined;
}
