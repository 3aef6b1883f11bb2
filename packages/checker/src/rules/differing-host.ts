import { headerOf, type Binding } from '../binding/model';
import { differingHost as hostElsewhere } from '@rulebook/text/differing-host';
import { isLoopbackUrl } from '@rulebook/text/loopback-host';
import { readUrl } from '@rulebook/text/url';
import type { BlockRule } from './rule';
import { hasRequestLine } from './support/bound-values';
import { code } from './support/wording';

/** Reports a `Host` that is not that of the URL, where a credential or a private value would go. */
export const differingHost: BlockRule = {
  id: 'differing-host',
  scope: 'block',
  category: 'security',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a `Host` that differs from the host of the URL, in a request to an endpoint or with private values.',
    why: 'Behind a server with several tenants, `Host` decides who reads the request. So it is another place than the URL: the credential of the endpoint and kept cookies are not sent, and private values ask first. A request without them, such as one to a virtual host of a server that is being tested, is not reported.',
    remedy: 'Remove the field, or write its host in the URL.',
  },
  within: ['unusual-headers'],
  request(binding, report) {
    const field = headerOf(binding.request, 'host');
    const url = field?.value && urlOfBinding(binding);
    if (field?.value === undefined || url === undefined || !hasRequestLine(binding)) return;
    const { text, span } = field.value;
    if (text === '' || text.includes('{{') || hostElsewhere(url, [['host', text]]) === undefined) return;
    const consequence = consequenceOf(binding);
    if (consequence === undefined) return;
    report({
      message: `The request goes to ${code(readUrl(url)?.host ?? url)}, and \`Host\` names another place, so ${consequence}. Remove the field, or write its host in the URL.`,
      span,
      severity: isLoopbackUrl(url) ? 'information' : undefined,
      provenance: { kind: 'syntax' },
    });
  },
};

/** Returns the URL that a request goes to, as far as the file says; undefined where the field itself says it. */
function urlOfBinding({ destination, endpoint, request }: Binding): string | undefined {
  if (destination.kind === 'path') return endpoint?.isBuiltIn === true ? undefined : endpoint?.baseUrl;
  if (destination.kind === 'open' || destination.written === headerOf(request, 'host')?.value) return undefined;
  return destination.base;
}

/** Returns what the difference changes; undefined where nothing is sent that belongs to the place of the URL. */
function consequenceOf({ block, endpoint }: Binding): string | undefined {
  const hasCredential =
    endpoint !== undefined && endpoint.isBuiltIn !== true && endpoint.authentication?.type !== 'none';
  if (hasCredential)
    return `the credential of the endpoint ${code(endpoint.name)} is not sent, and private values ask first`;
  return block.placeholders.some(({ name }) => privateVariable.test(name)) ? 'its private values ask first' : undefined;
}

const privateVariable = /^%?\s*\$(?:(?:dotenv|secret|processEnv)\s|env\.)/;
