import { describe, expect, it } from 'vitest';
import {
  runAnnotations,
  runAsJson,
  runAsJunit,
  summaryTable,
  summariseRun,
  type ReportedRequest,
  type RunReport,
} from './index';

const passed: ReportedRequest = {
  label: 'one & "two"',
  method: 'GET',
  line: 2,
  outcome: 'passed',
  isSent: true,
  status: 200,
  duration: 1234,
  asserts: [
    { text: 'status == 200', line: 4, outcome: 'passed', expected: '200', received: '200', message: '' },
    { text: '$.a < 3', line: 5, outcome: 'passed', message: '' },
  ],
};
const failed: ReportedRequest = {
  ...passed,
  label: 'two',
  line: 8,
  outcome: 'failed',
  asserts: [
    { text: 'status == 201', line: 10, outcome: 'failed', message: 'Expected 201, received 400.' },
    { text: 'xpath /a', line: 11, outcome: 'unevaluated', message: 'It is\u0007 not\u001b[31m\nevaluated, 100%.' },
  ],
};
const refused: ReportedRequest = {
  label: 'three',
  method: 'PUT',
  line: 14,
  outcome: 'failed',
  isSent: true,
  status: 500,
  duration: 5,
  reason: 'The service answered with the status 500.',
  asserts: [],
};
const unsent: ReportedRequest = {
  label: 'four',
  method: 'PUT',
  outcome: 'error',
  isSent: false,
  reason: 'no endpoint',
  asserts: [],
};
const skipped: ReportedRequest = {
  label: 'five',
  method: 'PUT',
  outcome: 'skipped',
  isSent: false,
  turn: 2,
  asserts: [],
};
const report: RunReport = {
  path: 'a/b.c.http',
  requests: [passed, failed, refused, unsent, skipped],
  duration: 2345.6,
};

describe('the report of a run', () => {
  it('counts what was sent', () => {
    expect(summariseRun(report)).toEqual({ requests: 5, sent: 3, passed: 1, failed: 2, notSent: 2, duration: 2346 });
    expect(summaryTable(summariseRun(report))).toBe(
      'requests  answered  passed  failed  unanswered   time\n       5         3       1       2           2  2.3 s',
    );
  });

  it('is JUnit XML with a test for each assert', () => {
    expect(runAsJunit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="rulebook run">
<testsuite name="a/b.c.http" tests="7" failures="2" errors="2" skipped="1" time="2.346">
<testcase name="?? status == 200" classname="rulebook.a/b_c_http.one &amp; &quot;two&quot;" time="1.234" file="a/b.c.http"/>
<testcase name="?? $.a &lt; 3" classname="rulebook.a/b_c_http.one &amp; &quot;two&quot;" time="0.000" file="a/b.c.http"/>
<testcase name="?? status == 201" classname="rulebook.a/b_c_http.two" time="1.234" file="a/b.c.http"><failure type="assert" message="Expected 201, received 400. (a/b.c.http:10)">Expected 201, received 400. (a/b.c.http:10)</failure></testcase>
<testcase name="?? xpath /a" classname="rulebook.a/b_c_http.two" time="0.000" file="a/b.c.http"><error type="error" message="It is\\x07 not\\x1b[31m\\nevaluated, 100%. (a/b.c.http:11)">It is\\x07 not\\x1b[31m
evaluated, 100%. (a/b.c.http:11)</error></testcase>
<testcase name="response" classname="rulebook.a/b_c_http.three" time="0.005" file="a/b.c.http"><failure type="assert" message="The service answered with the status 500.">The service answered with the status 500.</failure></testcase>
<testcase name="response" classname="rulebook.a/b_c_http.four" time="0.000" file="a/b.c.http"><error type="error" message="no endpoint">no endpoint</error></testcase>
<testcase name="response" classname="rulebook.a/b_c_http.five (turn 2)" time="0.000" file="a/b.c.http"><skipped message="The run ended before this request."/></testcase>
</testsuite>
</testsuites>
`);
  });

  it('is JSON with the counts and every request', () => {
    const read = JSON.parse(runAsJson(report)) as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(['version', 'path', 'summary', 'requests']);
    expect(read['requests']).toEqual(report.requests);
  });

  it('is annotations of GitHub, each in one line', () => {
    expect(runAnnotations({ ...report, path: 'a,b:c.http' })).toEqual([
      '::error file=a%2Cb%3Ac.http,line=10,title=two::?? status == 201: Expected 201, received 400.',
      '::error file=a%2Cb%3Ac.http,line=11,title=two::?? xpath /a: It is\\x07 not\\x1b[31m\\nevaluated, 100%25.',
      '::error file=a%2Cb%3Ac.http,line=14,title=three::The service answered with the status 500.',
      '::error file=a%2Cb%3Ac.http,line=1,title=four::no endpoint',
    ]);
  });
});
