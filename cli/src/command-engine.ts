import { createEngine, type Engine } from '@rulebook/engine';
import { createDescriptionLoader } from '@rulebook/node/shipped-descriptions';
import { loadGraphql } from '@rulebook/node/shipped-graphql';
import { loadQueries } from '@rulebook/node/shipped-queries';
import { sayOnError } from './exit-codes';

/**
 * Returns the engine with all that its checks may read: descriptions, GraphQL and queries, each loaded when it is met. Every command that plans or explains
 * a request takes it, so that what `check` calls an error stops all of them.
 */
export function createCommandEngine(): Engine {
  return createEngine({ loadDescription: createDescriptionLoader(sayOnError), loadGraphql, loadQueries });
}
