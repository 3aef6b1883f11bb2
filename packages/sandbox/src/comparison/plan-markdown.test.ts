import { describe, expect, it } from 'vitest';
import type { PlannedResource } from './model';
import { planMarkdown } from './plan-markdown';

const source = { file: 'requests/shop.http', line: 8, label: 'PUT /orders' };
const resource = (more: Partial<PlannedResource>): PlannedResource => ({
  ...{ resource: '/orders', noun: 'index', state: 'changed', sources: [source], changes: [], unknown: [] },
  ...more,
});
const markdownOf = (...resources: readonly PlannedResource[]) =>
  planMarkdown({ resources, others: 0 }, 0, 'production');

describe('a plan as Markdown', () => {
  it('has a table for each state, what is deleted first, with the places of what it says', () => {
    expect(
      markdownOf(
        resource({ state: 'created', resource: '/new' }),
        resource({ changes: [{ path: 'settings.refresh_interval', declared: '60s', actual: '5s' }] }),
        resource({ state: 'deleted', resource: '/old', sources: [source, { ...source, line: 9 }] }),
        resource({ state: 'unknown', resource: '/hidden', reason: 'the credential must not see it' }),
      ),
    ).toBe(`## Compared with production

4 resources: 1 created, 1 changed, 1 deleted, 1 unknown.

### Deleted

| Where | Resource | What |
| --- | --- | --- |
| requests/shop.http:8, requests/shop.http:9 | \`/old\` (index) |  |

### Changed

| Where | Resource | What |
| --- | --- | --- |
| requests/shop.http:8 | \`/orders\` (index) | \`settings.refresh_interval\`: \`"60s"\` in the file, \`"5s"\` at the endpoint |

### Created

| Where | Resource |
| --- | --- |
| requests/shop.http:8 | \`/new\` (index) |

### Not known

| Where | Resource | What |
| --- | --- | --- |
| requests/shop.http:8 | \`/hidden\` (index) | the credential must not see it |
`);
  });

  it.each([
    ['a|b', '`"a\\|b"` in the file'],
    ['<img src=x>', '`"<img src=x>"` in the file'],
    ['a`` ![x](y)', '```"a`` ![x](y)"``` in the file'],
  ])('shows what a service has written as text: %s', (declared, shown) => {
    const text = markdownOf(resource({ changes: [{ path: 'note', declared }] }));
    expect(text).toContain(`\`note\`: ${shown}, absent at the endpoint |`);
  });

  it('says what of a resource is not known, whatever its state', () => {
    const unknown = [{ path: 'secret', reason: 'the endpoint masks it' }];
    expect(markdownOf(resource({ state: 'unchanged', unknown }))).toContain(
      '| `/orders` (index); secret: not known, since the endpoint masks it |',
    );
    expect(markdownOf(resource({ unknown }))).toContain('| secret: not known, since the endpoint masks it |');
  });
});
