import type { CompiledFact } from '../compiled';
import { shortText } from '../short-text';
import { recordOf, asText, versionOf, type Unread } from './schema';

/** Returns what an element says about itself: summary, availability, deprecation. */
export function factsOf(element: Unread): CompiledFact {
  const summary = summaryOfDescription(element['description']);
  return { summary, ...availabilityOf(element), ...deprecationOf(element['deprecation']) };
}

/** Returns a description as a summary; undefined if there is none. */
export function summaryOfDescription(description: unknown): string | undefined {
  return asText(shortText(asText(description)));
}

/** Returns since when and where an element exists. */
export function availabilityOf({ availability }: Unread): Partial<CompiledFact> {
  const { stack, serverless } = recordOf(availability);
  if (stack === undefined && serverless === undefined) return {};
  const { since, stability, featureFlag } = recordOf(stack ?? serverless);
  const stated = featureFlag === undefined ? stability : 'experimental';
  return {
    since: versionOf(since),
    lackedBy: stack === undefined ? ['self-managed'] : serverless === undefined ? ['serverless'] : undefined,
    stability: stated === 'experimental' || stated === 'beta' ? stated : undefined,
  };
}

/** Returns since when an element is deprecated, and what the schema says about it. */
export function deprecationOf(deprecation: unknown): Partial<CompiledFact> {
  if (deprecation === undefined || deprecation === null) return {};
  const { description, version } = recordOf(deprecation);
  return { deprecated: shortText(asText(description)), deprecatedSince: versionOf(version) };
}
