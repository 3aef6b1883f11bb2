import { choiceFlags, indexKinds, shownFeatures, waitingTimes } from '@rulebook/search-cluster/facts/common-query';
import { timeUnits } from '@rulebook/search-cluster/facts/time-units';
import { problem, type Problem } from '../indices/problem';
import { hasFormat } from '@rulebook/checker/rules/support/formats';
import type { ClusterCall } from './call';
import { productLacking } from '@rulebook/checker/binding/vendor-facts';
import { behaves, editionOf } from './edition';
import { timeValueMilliseconds } from './time-value';

const words: Readonly<Record<string, readonly string[]>> = { expand_wildcards: indexKinds, features: shownFeatures };

/** Returns why a value of the query cannot be read, or undefined: of a parameter that many operations have. */
export function refuseQueryValues({ query, path, input, match }: ClusterCall): Problem | undefined {
  const fields = match.kind === 'operation' ? match.operation.parameters.query : [];
  const { target } = editionOf(input);
  for (const [name, value] of query) {
    const field = fields.find((one) => one.name === name);
    if (field !== undefined && productLacking(field, target) !== undefined)
      return problem(`The request has the parameter [${name}], which is not recognized.`);
    if (choiceFlags.has(name) && !/^(?:|true|false)$/.test(value)) {
      return problem(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    }
    const known = words[name];
    const unknown = known && value.split(',').find((word) => word !== '' && !known.includes(word));
    if (unknown !== undefined) return problem(`No valid ${name} value [${unknown}]`);
    const isTime = waitingTimes.has(name) || (field !== undefined && hasFormat(field, 'time-value'));
    if (isTime && !isTimeValue(value))
      return problem(`failed to parse setting [${name}] with value [${value}] as a time value`);
    const isClosing = value === 'index-setting' && path.endsWith('/_close') && !behaves(input, 'plain-copies');
    if (name === 'wait_for_active_shards' && !isClosing && !/^(?:all|\d+|)$/.test(value)) {
      return problem(`cannot parse ActiveShardCount[${value}]`);
    }
  }
  return undefined;
}

function isTimeValue(value: string): boolean {
  return timeUnits.unitless.includes(value) || timeValueMilliseconds(value) !== undefined;
}
