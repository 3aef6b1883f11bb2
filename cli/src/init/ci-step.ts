import { join } from 'node:path';
import { npmName } from '../npm-name';
import { isThere } from './find-project-files';
import type { FirstFile } from './first-files';

/** How requests are checked with each push: a file of its own, or lines for a file that is there. */
export type CiStep = { readonly file: FirstFile } | { readonly name: string; readonly lines: string };

/** Returns the step for the kind of CI that a folder has; undefined where it has none and is not a repository of git. */
export function ciStep(root: string, version: string): CiStep | undefined {
  const command = `npx --yes ${npmName}@${version} check`;
  if (isThere(join(root, '.gitlab-ci.yml'))) {
    const lines = [
      'rulebook:',
      '  image: node:24-slim',
      '  script:',
      `    - ${command} --format junit . > rulebook.xml`,
    ];
    const report = ['  artifacts:', '    when: always', '    reports:', '      junit: rulebook.xml'];
    return { name: '.gitlab-ci.yml', lines: [...lines, ...report].join('\n') };
  }
  for (const name of ['azure-pipelines.yml', 'Jenkinsfile', 'bitbucket-pipelines.yml', '.circleci/config.yml'])
    if (isThere(join(root, name)) && !isThere(join(root, '.github')))
      return { name, lines: `${command} --format junit . > rulebook.xml` };
  if (!isThere(join(root, '.github')) && !isThere(join(root, '.git'))) return undefined;
  return {
    file: {
      path: '.github/workflows/rulebook.yml',
      text: workflow(command),
      about: 'checks the requests of each push',
    },
  };
}

function workflow(command: string): string {
  return `name: Requests
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: ${command} --format github .
`;
}
