import type { Deployment } from '../../catalogue/facts';
import type { CompiledFact } from '../compiled';
import { shortened } from '../short-text';
import { recordOf, asText, versionOf, type Unread } from './schema';

/** Returns what an element says about itself: summary, availability, deprecation. */
export function factsOf(element: Unread): CompiledFact {
  const summary = shortened(asText(element['description']));
  return { ...(summary !== '' && { summary }), ...availabilityOf(element), ...deprecationOf(element['deprecation']) };
}

/** Returns since when and where an element exists. */
export function availabilityOf({ availability }: Unread): Partial<CompiledFact> {
  if (availability === undefined) return {};
  const { stack, serverless } = recordOf(availability);
  if (stack === undefined && serverless === undefined) return {};
  const { since, stability, featureFlag } = recordOf(stack ?? serverless);
  const first = versionOf(since);
  const lackedBy: readonly Deployment[] =
    stack === undefined ? ['self-managed'] : serverless === undefined ? ['serverless'] : [];
  const stated = featureFlag === undefined ? stability : 'experimental';
  return {
    ...(first && { since: first }),
    ...(lackedBy.length > 0 && { lackedBy }),
    ...((stated === 'experimental' || stated === 'beta') && { stability: stated }),
  };
}

/** Returns since when an element is deprecated, and what the schema says about it. */
export function deprecationOf(deprecation: unknown): Partial<CompiledFact> {
  if (deprecation === undefined || deprecation === null) return {};
  const { description, version } = recordOf(deprecation);
  const deprecatedSince = versionOf(version);
  return { deprecated: shortened(asText(description)), ...(deprecatedSince && { deprecatedSince }) };
}
