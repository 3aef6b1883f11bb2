import type { Binding } from '@rulebook/checker/binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { needSentence, noNeedsSentence } from '@rulebook/checker/privileges/need-sentence';
import { needsOfRequest } from '@rulebook/checker/privileges/request-needs';
import { layerOf } from './describe-facts';

/** Returns what an operation needs, one sentence each; of the request that is written, with the names that it is on. */
export function describeNeeds(operation: Operation, binding: Binding | undefined): readonly string[] {
  const ofRequest = binding?.operation?.id === operation.id ? needsOfRequest(binding) : undefined;
  // These sentences are ours, with names in code.
  const sentences = (ofRequest ?? operation.needs ?? []).map(
    (need) => `${needSentence(need)}${layerOf(need.provenance)}`,
  );
  // Without a request, two scopes may have one sentence.
  return [...new Set(sentences)];
}

/** Returns a sentence where no right is listed: none is needed, or that is not published; empty for a service without rights. */
export function describeNoNeeds({ needs }: Operation, { privileges, scopes }: Service): string {
  return privileges === undefined && scopes === undefined ? '' : noNeedsSentence(needs);
}
