import { testedRequests } from '@rulebook/sender/asserts';
import type { ServerFeature } from '../session/feature';
import { testsRequest } from '../protocol';
import type { TestsParams, TestsResult } from '../protocol';

const nothing: TestsResult = { requests: [] };

/** Finds the requests with asserts or tests of scripts in a text, for the list of tests in an editor. */
export const tests: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<TestsResult, unknown>(testsRequest, ({ text }: TestsParams) =>
      guarded('tests', nothing, ({ engine }) =>
        typeof text === 'string'
          ? {
              requests: testedRequests(engine.openFile(text)).map(({ label, line, asserts, scriptTests }) => ({
                label,
                line,
                asserts: asserts.length,
                scriptTests,
              })),
            }
          : nothing,
      ),
    );
  },
};
