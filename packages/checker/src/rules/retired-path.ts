import type { Binding } from '../binding/model';
import { fateOf, type RetiredMatch } from '@rulebook/paths/retired-path';
import { isOlder } from '../binding/target';
import { readBaseUrl } from '@rulebook/text/url';
import { hasRequestLine } from './support/bound-values';
import type { BlockRule, Fix } from './rule';
import { quoted } from './support/wording';

/** Reports a path that the service had once and has no more. */
export const retiredPath: BlockRule = {
  id: 'retired-path',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a path that the service had once and has no more.',
    why: 'The service answers with an error. Old tutorials, scripts and clients still use such paths. For an older version of the target, nothing is reported; what the public service alone has lost is reported for its host only.',
    remedy:
      'Use what the message names. If the target is older than the version in the message, say so: `# @target 6.8` above the request, or `version` in the endpoint.',
  },
  within: ['unmatched-path'],
  request(binding, report) {
    const { match, segments, version } = binding;
    if (match.kind !== 'retired' || !hasRequestLine(binding)) return;
    const { retired } = match;
    const { removed, provenance } = retired.api;
    const start = segments[0]?.span.start;
    const end = segments[segments.length - 1]?.span.end;
    if (start === undefined || end === undefined || !isTarget(binding)) return;
    if ('version' in removed && isOlder(version, removed.version)) return;
    report({
      message: `${retired.api.title}: ${fateOf(retired)}`,
      span: { start, end },
      provenance,
      tag: 'deprecated',
      fixes: () => fixesFor(retired, { start, end }),
    });
  },
};

/** Returns whether the facts of the service hold for the request: of another vendor's product, and of another host than the public one, they may not. */
function isTarget({ match, service, vendor, endpoint, destination }: Binding): boolean {
  const usual = service?.fallbackDescriptions?.find(({ isDefault }) => isDefault)?.vendor;
  if (vendor !== undefined && vendor.toLowerCase() !== usual) return false;
  if (match.kind !== 'retired' || 'version' in match.retired.api.removed) return true;
  const base = endpoint?.baseUrl ?? (destination.kind === 'url' ? destination.base : undefined);
  const host = base === undefined ? undefined : readBaseUrl(base)?.host;
  return service?.publicHosts?.some((known) => known.host === host) === true;
}

function fixesFor({ path, parameters }: RetiredMatch, span: { readonly start: number; readonly end: number }): Fix[] {
  if (path.newPath === undefined) return [];
  const newText = path.newPath
    .slice(1)
    .replace(/\{(\w+)\}/g, (whole, name: string) => parameters.get(name)?.text ?? whole);
  return [{ title: `Change to ${quoted(`/${newText}`)}`, edits: [{ span, newText }], isSafe: false }];
}
