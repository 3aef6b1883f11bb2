import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import {
  plainPaint,
  reportFile,
  reportFormatOf,
  reportFormats,
  SummaryCounter,
  type ReportedFinding,
} from '../../../packages/sender/src/report/index';

type Severity = ReportedFinding['severity'];

function finding(rule: string, severity: Severity, message: string, line = 0): ReportedFinding {
  const position = { line, character: 4 };
  return {
    rule,
    severity,
    message,
    range: { start: position, end: position },
    provenance: { kind: 'documented', document: 'code-hosting', section: 'Webhooks' },
  };
}

function report(
  name: string,
  files: readonly { path: string; requests?: number; findings: readonly ReportedFinding[] }[],
  failsAt: Severity = 'error',
): string {
  const writer = reportFormatOf(name)!.write({ rules: [], version: '1.2.3', failsAt, paint: plainPaint });
  const counter = new SummaryCounter();
  let text = '';
  for (const { path, requests = 1, findings } of files) {
    counter.addFile({ path, requests, findings });
    for (const each of findings) counter.add(each);
    text += [...writer.file({ path, requests, findings })].join('');
  }
  return text + [...writer.end(counter.summary)].join('');
}

describe('the formats', () => {
  it.each(reportFormats.map(({ name }) => name))('%s writes a report of nothing', (name) => {
    expect(report(name, [])).toMatch(/\S\n$/);
  });

  it('are found by their names only', () => {
    for (const format of reportFormats) expect(reportFormatOf(format.name)).toBe(format);
    expect(reportFormats[0].name).toBe('text');
    expect(reportFormatOf('xml')).toBeUndefined();
  });
});

describe('a finding whose fact is in no document', () => {
  const described: ReportedFinding = {
    ...finding('unknown-field', 'warning', 'A sentence.'),
    provenance: {
      kind: 'described',
      document: 'Shop API 2.1.0',
      section: 'shop.yaml#/paths/~1orders/post',
      link: 'https://shop.example.org/docs',
    },
  };
  const house: ReportedFinding = {
    ...finding('unknown-field', 'error', 'A sentence.'),
    provenance: { kind: 'house', document: 'rules.yaml:7', section: 'no-port' },
  };
  const shipped: ReportedFinding = {
    ...described,
    rule: 'unknown-value',
    provenance: { ...described.provenance, section: null },
  };
  const files = [{ path: 'a.http', findings: [described, shipped, house] }];

  it.each(['text', 'junit'])('names its source in the line of %s', (name) => {
    expect(report(name, files)).toContain('[unknown-field — shop.yaml#/paths/~1orders/post]');
    expect(report(name, files)).toContain('[unknown-value — https://shop.example.org/docs]');
    expect(report(name, files)).toContain('[unknown-field — rules.yaml:7, no-port (house rule)]');
  });

  it.each(['json', 'sarif'])('has its source and link as data in %s', (name) => {
    const text = report(name, files);
    expect(text).toMatch(
      /"kind": ?"described",\s*"document": ?"Shop API 2.1.0",\s*"section": ?"shop.yaml#\/paths\/~1orders\/post"/,
    );
    expect(text).toMatch(/"link": ?"https:\/\/shop.example.org\/docs"/);
  });
});

describe('the log of GitHub Actions', () => {
  const words = `${'word '.repeat(18)}::error::pwned ##[warning]x`;
  const files = ['::warning file=a::pwn.http', '::group::q', 'a.http'].map((path) => ({
    path,
    findings: [finding('unknown-field', 'warning', words)],
  }));
  it.each(['text', 'frames'])('reads nothing in the report %s as a command', (name) => {
    const lines = report(name, files).split('\n');
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    expect(lines.some((line) => line.startsWith('./::group::q:1:5'))).toBe(true);
  });
});

describe('text', () => {
  const lastLine = (...args: Parameters<typeof report>) =>
    report(...args)
      .split('\n')
      .at(-2);
  const [error, warning, info, hint] = (['error', 'warning', 'information', 'hint'] as const).map((severity) =>
    finding('a-rule', severity, 'A sentence.'),
  ) as [ReportedFinding, ReportedFinding, ReportedFinding, ReportedFinding];

  it.each([
    [[{ path: 'a.http', findings: [] }], 'No findings in 1 request of 1 file'],
    [[], 'No findings in 0 files'],
    [[{ path: 'rulebook.json', requests: 0, findings: [error] }], '1 error in 1 file'],
    [
      [{ path: 'a.http', requests: 3, findings: [error, warning, warning] }],
      '1 error, 2 warnings in 3 requests of 1 file',
    ],
    [
      [
        { path: 'a.http', findings: [error, error, info, hint] },
        { path: 'b.http', findings: [hint, info] },
      ],
      '2 errors, 2 infos, 2 hints in 2 requests of 2 files',
    ],
  ])('counts %#', (files, line) => {
    expect(lastLine('text', files)).toBe(line);
  });

  it('writes each finding in one line, counted from one', () => {
    expect(report('text', [{ path: 'a.http', findings: [finding('a-rule', 'error', 'It is\nwrong.', 2)] }])).toMatch(
      /^a\.http:3:5 error It is\\nwrong\. \[a-rule — code-hosting, Webhooks\]\n/,
    );
  });
});

describe('JUnit', () => {
  it('has a suite for each file, and a test for each rule', () => {
    const findings = [
      finding('wrong-type', 'error', 'One.'),
      finding('absent-field', 'information', 'Two.', 1),
      finding('wrong-type', 'error', 'Three.', 2),
    ];
    expect(report('junit', [{ path: 'a/b.http', findings }])).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="rulebook">
<testsuite name="a/b.http" tests="2" failures="1" errors="0" skipped="0">
<testcase name="wrong-type" classname="rulebook.a/b_http" file="a/b.http">
<failure type="error" message="2 findings">a/b.http:1:5 error One. [wrong-type — code-hosting, Webhooks]
a/b.http:3:5 error Three. [wrong-type — code-hosting, Webhooks]</failure>
</testcase>
<testcase name="absent-field" classname="rulebook.a/b_http" file="a/b.http">
<system-out>a/b.http:2:5 information Two. [absent-field — code-hosting, Webhooks]</system-out>
</testcase>
</testsuite>
</testsuites>
`,
    );
  });

  it('has a passing test for a file without findings', () => {
    expect(report('junit', [{ path: 'a.http', findings: [] }])).toContain(
      'tests="1" failures="0" errors="0" skipped="0">\n<testcase name="all rules" classname="rulebook.a_http" file="a.http"/>\n',
    );
  });

  it('fails a test by what the command fails for', () => {
    const files = [{ path: 'a.http', findings: [finding('a-rule', 'warning', 'A sentence.')] }];
    expect(report('junit', files)).toContain('failures="0"');
    expect(report('junit', files, 'warning')).toContain('<failure type="warning" message="A sentence.">');
  });

  it('escapes what XML cannot hold', () => {
    const text = report('junit', [
      { path: '<"&\'>.http', findings: [finding('a-rule', 'error', '</failure> & "\u0000\u001b\ud800\uffff]]>\n\t')] },
    ]);
    expect(text).toContain('<testsuite name="&lt;&quot;&amp;\'&gt;.http"');
    expect(text).toContain('message="&lt;/failure&gt; &amp; &quot;\\x00\\x1b\ufffd\\uffff]]&gt;\\n\\t"');
    expect(text).not.toMatch(/[^\t\n\u0020-\ud7ff\ue000-\ufffd]/);
  });

  it('goes through the findings of a file once', () => {
    const engine = createEngine();
    const file = engine.openFile('POST /_security/api_key\n\n{ "name": 1 }\n');
    const checked = reportFile(
      'a.http',
      engine.check(file, { context: { endpoints: [], defaults: {} }, severities: {} }),
    );
    let reads = 0;
    const findings = {
      [Symbol.iterator]: () => {
        reads++;
        return checked.findings[Symbol.iterator]();
      },
    };
    for (const { write } of reportFormats) {
      const before = reads;
      const writer = write({ rules: engine.rules, version: '1', failsAt: 'error', paint: plainPaint });
      expect([...writer.file({ ...checked, findings })].length).toBeGreaterThan(0);
      expect(reads - before).toBe(1);
    }
  });
});
