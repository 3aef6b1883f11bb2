import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../engine/src/index';
import { createDescriptionLoader } from '../../../platform/node/descriptions';

const engine = createEngine({
  loadDescription: createDescriptionLoader((message) => {
    throw new Error(message);
  }),
  onRuleFailure: (rule) => {
    throw new Error(rule);
  },
});

/** Returns the rules with warnings and errors about a request by published descriptions. */
function warned(text: string): readonly string[] {
  const { findings } = engine.check(engine.openFile(text), {
    context: { endpoints: [], defaults: {} },
    severities: {},
  });
  return findings
    .flat()
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ rule }) => rule);
}

const hub = 'https://api.github.com';
const protection = (checks: string) =>
  `PUT ${hub}/repos/o/r/branches/main/protection\n\n{"required_status_checks":{"strict":true,${checks}},"enforce_admins":true,"required_pull_request_reviews":null,"restrictions":null}\n`;

describe('requests that the services accept', () => {
  it.each([
    [
      'two documents, which the operation takes',
      'POST /_ml/anomaly_detectors/j/_data\n\n{"a":1,\n"t":2}\n{"a":2,\n"t":3}\n',
    ],
    [
      'two lines with a media type for one',
      'POST /_ml/anomaly_detectors/j/_data\nContent-Type: application/json\n\n{"a":1}\n{"a":2}\n',
    ],
    ['`null` that removes an entry', `PATCH ${hub}/gists/1\n\n{"files":{"hello.py":null}}\n`],
    ['a link by the number of a user', `GET ${hub}/user/1958953/repos?page=6\n`],
    ['a link by the number of a repository', `GET ${hub}/repositories/123/issues?page=2\n`],
    ['a link by the number of an organization', `GET ${hub}/organizations/123/repos?page=2\n`],
    ['a link by the number of a team', `GET ${hub}/organizations/1234567/team/12345678/repos\n`],
    ['what replaces a field that is closing down', protection('"checks":[]')],
    ['a former path of references', `GET ${hub}/repos/o/r/git/refs/heads/master\n`],
    ['a former path of statuses', `GET ${hub}/repos/o/r/statuses/6dcb09b\n`],
    ['a slash at the end of a path that the documents do not name', `GET ${hub}/repos/o/r/contents/js/\n`],
    ['values that are none of the only described path', `GET ${hub}/orgs/o/external-group/467431\n`],
  ])('have no warning: %s', (_, text) => {
    expect(warned(text)).toEqual([]);
  });

  it.each([
    ['a misspelt parameter behind a number', `GET ${hub}/repositories/123/issues?pge=2\n`, 'unknown-query-parameter'],
    [
      'a misspelt parameter behind `/api/v3`',
      'GET https://ghe.example.com/api/v3/repos/o/r/hooks?pge=2\n',
      'unknown-query-parameter',
    ],
    ['another method of a described path', `PUT ${hub}/repos/o/r/git/refs\n\n{}\n`, 'undocumented-method'],
    ['a slash at the end of a documented path', `GET ${hub}/repos/o/r/hooks/\n`, 'trailing-slash'],
    ['two values where one is taken', 'PUT /_ingest/pipeline/p\n\n{"processors":[]}\n{"x":2}\n', 'malformed-json'],
    ['a command by another method', 'GET /_snapshot/b/_verify\n', 'undocumented-method'],
    ['a command that deletes nothing', 'DELETE /_snapshot/b/_cleanup\n', 'undocumented-method'],
    [
      'a misspelt member beside the missing one',
      'PUT /_ingest/pipeline/p\n\n{ "processors": [{ "set": { "feild": "a", "value": 1 } }] }\n',
      'unknown-field',
    ],
    ['a misspelt member of a described body', `POST ${hub}/repos/o/r/issues\n\n{ "titel": "x" }\n`, 'unknown-field'],
  ])('do not hide %s', (_, text, rule) => {
    expect(warned(text)).toEqual([rule]);
  });
});
