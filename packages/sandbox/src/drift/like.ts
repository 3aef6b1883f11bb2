import type { Service } from '@rulebook/catalogue/service';
import type { SandboxPart } from '../part';
import { playedPart } from '../played/played-part';
import type { PlayedState } from '../played/played-state';
import { serviceAsSeen } from './learn';
import { withSeenResources } from './learned-resources';
import type { KnownExchange } from './model';

/** Returns the part that plays a described service as it was seen: with its resources, its statuses and the forms of its responses. */
export function partLike(
  service: Service,
  exchanges: readonly KnownExchange[],
  portOffset = 0,
  receivers: readonly string[] = [],
): SandboxPart<PlayedState> {
  const seen = serviceAsSeen(service, exchanges);
  const part = playedPart(seen, portOffset, receivers);
  return {
    ...part,
    create: (seed) => {
      const { root } = part.create(seed);
      return { root: withSeenResources(root, service, exchanges) };
    },
  };
}
