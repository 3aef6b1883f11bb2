import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

const engine = createEngine({ loadDescription: createDescriptionLoader(() => undefined) });

const relationsIn = (line: string): readonly string[] =>
  engine
    .check(engine.openFile(line), { context: { endpoints: [], defaults: {} }, severities: {} })
    .findings.flat()
    .flatMap(({ rule, message, severity }) =>
      rule === 'misplaced-query-parameter' ? [`${severity}: ${message.split(/[.;]? ?\(|\. /)[0] ?? ''}`] : [],
    );

describe('what an outline says of the query of a described operation', () => {
  it.each([
    ['GET /_snapshot/backups/_all?size=0', 'warning: Servers refuse this `size`'],
    ['GET /_snapshot/backups/_all?offset=-1', 'warning: Servers refuse an `offset` below 0'],
    [
      'GET /_snapshot/backups/_all?size=5&verbose=false',
      'warning: Servers refuse `size` together with `verbose=false`',
    ],
    [
      'GET /logs/_source/1?version=3',
      'warning: Servers refuse `version` here, although the public specification lists it',
    ],
    [
      'GET /logs/_source/1?_source=false',
      'warning: Servers refuse `_source=false` here, because nothing would be left to return',
    ],
    ['DELETE /logs/_doc/1?version_type=external', 'warning: An external `version_type` needs `version`'],
    [
      'GET /logs?expand_wildcards=OPEN',
      'warning: The kinds of indices are `open`, `closed`, `hidden`, `none` and `all`',
    ],
    ['DELETE /logs/_doc/1?if_seq_no=-1&if_primary_term=1', 'warning: Servers refuse a negative `if_seq_no`'],
    ['DELETE /logs/_doc/1?wait_for_active_shards=-1', 'warning: The number of copies is a number or `all`'],
    ['DELETE /logs/_doc/1?if_seq_no=0', 'warning: `if_seq_no` needs `if_primary_term`'],
  ])('%s', (line, finding) => {
    expect(relationsIn(line)).toEqual([finding]);
  });

  it.each([
    'GET /_snapshot/backups/_all?size=-1',
    'GET /_snapshot/backups/_all?size=5&verbose=true',
    'GET /logs/_source/1?_source=title',
    'GET /logs/_doc/1?version=3',
    'GET /logs?expand_wildcards=open,hidden',
    'DELETE /logs/_doc/1?wait_for_active_shards=all',
    'DELETE /logs/_doc/1?version=3&version_type=external',
  ])('nothing of %s', (line) => {
    expect(relationsIn(line)).toEqual([]);
  });
});

describe('a value whose set is known by its case', () => {
  const typesIn = (type: string) =>
    engine
      .check(engine.openFile(`PUT /_snapshot/a\n\n{ "type": "${type}", "settings": { "location": "/x" } }\n`), {
        context: { endpoints: [], defaults: {} },
        severities: {},
      })
      .findings.flat()
      .flatMap(({ rule, message }) => (rule === 'unknown-value' ? [message] : []));

  it('is not read in capitals, as those of other sets are', () => {
    expect(typesIn('FS')).toEqual(['`FS` is not a known repository type; did you mean `fs`?']);
    expect(typesIn('fs')).toEqual([]);
  });
});

describe('a request with HEAD', () => {
  it('takes the parameters of the one with GET', () => {
    const rules = engine
      .check(engine.openFile('HEAD /logs?features=settings&master_timeout=10s'), {
        context: { endpoints: [], defaults: {} },
        severities: {},
      })
      .findings.flat()
      .map(({ rule }) => rule);
    expect(rules).not.toContain('unknown-query-parameter');
  });
});
