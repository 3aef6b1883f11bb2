import { nameOfAssert } from '@rulebook/text/name-of-assert';
import { visibleJson } from '@rulebook/text/visible';
import { annotation } from './annotation';
import {
  failuresOf,
  fileOfReported,
  isFlaky,
  nameOfReported,
  partsOfRun,
  summariseRun,
  type ReportedRequest,
  type RunReport,
} from './run-report';
import { timesOfRun } from './run-times';
import { attribute, escapedXml } from './xml';

/** Returns the report as JSON text, version 1; times are in milliseconds. */
export function runAsJson(report: RunReport): string {
  const requests = report.requests.map(({ details: _details, ...request }) => request);
  const times = timesOfRun(report);
  const files =
    report.files === undefined
      ? { path: report.path }
      : { files: partsOfRun(report).map((part) => ({ path: part.path, summary: summariseRun(part) })) };
  const written = { version: 1, ...files, summary: summariseRun(report), ...(times && { times }), requests };
  return `${visibleJson(JSON.stringify(written, null, 2))}\n`;
}

/**
 * Returns the report as JUnit XML: one suite for each file, a test for each assert, and a test `response` for a request without asserts or
 * one that failed for another reason. A request that was not sent is an error, and one that the run did not reach is skipped. What has failed
 * before it passed is a flaky failure.
 */
export function runAsJunit(report: RunReport): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="rulebook run">',
    ...partsOfRun(report).flatMap(suiteOf),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf({ path, requests, duration }: ReturnType<typeof partsOfRun>[number]): readonly string[] {
  const tests = requests.flatMap((request) => testsOf(path, request));
  const counted = (kind: Test['kind']) => tests.filter((test) => test.kind === kind).length;
  const counts = [
    `tests="${tests.length}"`,
    `failures="${counted('failure')}"`,
    `errors="${counted('error')}"`,
    `skipped="${counted('skipped')}"`,
    `time="${seconds(duration)}"`,
  ].join(' ');
  return [`<testsuite name=${attribute(path)} ${counts}>`, ...tests.map(({ xml }) => xml), '</testsuite>'];
}

/** Returns a line for each failure that GitHub shows next to the line of the file. */
export function runAnnotations(report: RunReport): readonly string[] {
  return report.requests.flatMap((request) => {
    const place = (line: number) => {
      return { file: fileOfReported(request, report), line, title: nameOfReported(request) };
    };
    const flaky = isFlaky(request) ? (request.earlierFailures ?? []) : [];
    return [
      ...failuresOf(request).map(({ line, message }) => annotation('error', place(line), message)),
      ...flaky.map((message) => annotation('warning', place(request.line ?? 1), `Flaky: ${message}`)),
    ];
  });
}

interface Test {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly xml: string;
}

function testsOf(path: string, request: ReportedRequest): readonly Test[] {
  const { asserts, outcome, reason, duration = 0 } = request;
  /** Written into the first test alone. */
  let flaky = isFlaky(request)
    ? (request.earlierFailures ?? [])
        .map((cause) => `<flakyFailure type="response" message=${attribute(cause)}/>`)
        .join('')
    : '';
  const group = [path, nameOfReported(request)].map((part) => part.replaceAll('.', '_')).join('.');
  const test = (name: string, kind: Test['kind'], message: string, time: number): Test => {
    const opening = `<testcase name=${attribute(name)} classname=${attribute(`rulebook.${group}`)} time="${seconds(time)}" file=${attribute(path)}`;
    if (kind === 'passed' && flaky === '') return { kind, xml: `${opening}/>` };
    if (kind === 'passed') {
      const xml = `${opening}>${flaky}</testcase>`;
      flaky = '';
      return { kind, xml };
    }
    const body =
      kind === 'skipped'
        ? `<skipped message=${attribute(message)}/>`
        : `<${kind} type=${attribute(kind === 'failure' ? 'assert' : 'error')} message=${attribute(message)}>${escapedXml(message)}</${kind}>`;
    return { kind, xml: `${opening}>${body}</testcase>` };
  };
  const own =
    outcome === 'skipped'
      ? test('response', 'skipped', reason ?? 'The run ended before this request.', 0)
      : outcome === 'error'
        ? test('response', 'error', reason ?? 'It was not sent.', duration)
        : outcome === 'failed' && reason !== undefined
          ? test('response', 'failure', reason, duration)
          : undefined;
  if (own === undefined && asserts.length === 0) return [test('response', 'passed', '', duration)];
  // The time of the request belongs to the first test alone, so that the times of all tests add up.
  const ofAsserts = asserts.map((assert, index) => {
    const { outcome: result, message, line, difference = [] } = assert;
    const shown = message === '' ? '' : [`${message} (${path}:${line})`, ...difference].join('\n');
    return test(nameOfAssert(assert), kinds[result], shown, own === undefined && index === 0 ? duration : 0);
  });
  return own === undefined ? ofAsserts : [own, ...ofAsserts];
}

const kinds = { passed: 'passed', failed: 'failure', unevaluated: 'error' } as const;

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
