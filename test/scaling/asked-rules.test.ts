import { expect, test } from 'vitest';
import { createChecker } from '../../packages/engine/src/checking/index';
import { rules } from '../../packages/services/src/rules';
import type { Rule } from '../../packages/checker/src/rules/rule';

/** What of a rule is asked, and how often; `values` are the values of bodies that were bound. */
type Asked = Record<'blocks' | 'requests' | 'nodes' | 'parameters' | 'values' | 'ofValues' | 'constraints', number>;

/** Returns the rules so that they count how often they are asked, with one that is asked about every value. */
function countingRules(asked: Asked): readonly Rule[] {
  const counting =
    <A extends readonly unknown[]>(what: keyof Asked, check: ((...args: A) => void) | undefined) =>
    (...args: A): void => {
      asked[what]++;
      check?.(...args);
    };
  const counted = rules.map((rule): Rule => {
    if (rule.scope === 'constraint') return { ...rule, check: counting('constraints', rule.check) };
    if (rule.scope !== 'block') return rule;
    const { block, request, node, parameter, value } = rule;
    return {
      ...rule,
      block: block && counting('blocks', block),
      request: request && counting('requests', request),
      node: node && counting('nodes', node),
      parameter: parameter && counting('parameters', parameter),
      value: value && counting('ofValues', value),
    };
  });
  const docs = { what: '', why: '', remedy: '' };
  const seen = { id: 'seen', scope: 'block', category: 'style', severity: 'hint', docs } as const;
  return [...counted, { ...seen, value: counting('values', undefined) }];
}

/** Usual requests without a mistake, and one with two. */
const text = `### Create a key
# @name key
PUT /_security/api_key
Content-Type: application/json

{
  "name": "orders-reader",
  "expiration": "12d",
  "role_descriptors": {
    "reader": {
      "cluster": ["monitor"],
      "indices": [{ "names": ["orders-*", "events-{{team}}"], "privileges": ["read", "view_index_metadata"] }]
    }
  },
  "metadata": { "team": "search" },
  "meta_data": {}
}

### Create an index
PUT /orders
Content-Type: application/json

{
  "settings": { "number_of_shards": 1, "refresh_interval": "5s" },
  "mappings": { "properties": { "created": { "type": "date" }, "total": { "type": "long" }, "note": { "type": "text" } } }
}

### Search
POST /orders/_search?size=5
Content-Type: application/json

{
  "query": { "bool": { "filter": [{ "range": { "created": { "gte": "now-1d" } } }, { "term": { "total": 3 } }] } },
  "aggs": { "days": { "date_histogram": { "field": "created", "calendar_interval": "day" } } }
}

### Create a hook
POST /repos/octocat/orders/hooks
Authorization: Bearer {{token}}

{ "name": "web", "active": "true", "config": { "url": "https://example.com/hook", "content_type": "json" } }
`;

test('a rule is asked only where it can report something', () => {
  const asked: Asked = { blocks: 0, requests: 0, nodes: 0, parameters: 0, values: 0, ofValues: 0, constraints: 0 };
  const checker = createChecker({ rules: countingRules(asked) });
  checker.check(checker.openFile(text), { context: { endpoints: [], defaults: {} }, severities: {} });
  // Whoever adds a rule writes down here what it adds. A `within` or `concerns` keeps that small, and no clock would show it.
  expect(asked).toEqual({
    blocks: 0,
    requests: 9,
    nodes: 31,
    parameters: 6,
    values: 52,
    ofValues: 74,
    constraints: 32,
  });
});
