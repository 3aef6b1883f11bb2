import { createEngine, type Engine } from '../../engine/src/index';
import { createDescriptionLoader } from '../../platform/node/shipped-descriptions';
import { loadGraphql } from '../../platform/node/shipped-graphql';
import { sayOnError } from './exit-codes';

/**
 * Returns the engine with all that its checks may read: descriptions and GraphQL, each loaded when it is met. Every command that plans or explains
 * a request takes it, so that what `check` calls an error stops all of them.
 */
export function createCommandEngine(): Engine {
  return createEngine({ loadDescription: createDescriptionLoader(sayOnError), loadGraphql });
}
