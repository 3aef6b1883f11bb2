import { nodeAt } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { isLoopbackHost } from '@rulebook/text/loopback-host';
import { hostOfWay, originOf } from './ways';
import { parseConfiguration, type ConfigurationProblem } from '../configuration/configuration';

/** Returns which endpoints of a `rulebook.json` let someone else read what is sent to them, once each; this machine itself reads nothing. */
export function riskyWays(text: string): readonly ConfigurationProblem[] {
  const { configuration } = parseConfiguration(text);
  const { root } = readJsonTree(text);
  if (root === undefined) return [];
  const found: ConfigurationProblem[] = [];
  const { 'insecure-tls': severity = 'warning' } = configuration.rules;
  for (const { name, baseUrl, insecure, proxy, ca = [] } of configuration.endpoints) {
    const report = (member: string, one: Omit<ConfigurationProblem, 'span'>) => {
      const node = nodeAt(root, ['endpoints', name, member]);
      if (node) found.push({ ...one, span: { start: node.offset, end: node.offset + node.length } });
    };
    const isEncrypted = /^https:/i.test(baseUrl);
    const isUnverified = insecure === true && isEncrypted;
    if (isUnverified && !isLocal(baseUrl) && severity !== 'off') {
      const message =
        'The certificate of the host is not verified, so what is sent can be read or changed in transit. Remove it, and name the authority of the certificate in `ca`.';
      report('insecure', { message, severity, rule: 'insecure-tls' });
    }
    if (proxy !== undefined && proxy !== 'none' && !isLocal(proxy)) {
      const what =
        isEncrypted && !isUnverified && ca.length === 0
          ? 'The proxy learns which hosts are reached'
          : 'The proxy can read what is sent to this endpoint, credentials included';
      report('proxy', { message: `${what}. Keep it only if you know whose it is.`, severity: 'information' });
    }
    if (ca.length > 0 && isEncrypted && !isLocal(baseUrl)) {
      const message =
        'Whoever has the keys of these authorities can read what is sent to this endpoint. Keep it only if you know whose they are.';
      report('ca', { message, severity: 'information' });
    }
  }
  return found;
}

function isLocal(url: string): boolean {
  return isLoopbackHost(hostOfWay(originOf(url)));
}
