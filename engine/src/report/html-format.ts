import { count } from '../text/count';
import { visibleLine } from '../text/visible';
import { failuresOf, nameOfReported, summariseRun, type ReportedRequest, type RunReport } from './run-report';
import { escapedXml } from './xml';

const outcomes: Readonly<Record<ReportedRequest['outcome'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  error: 'Not sent',
  skipped: 'Left out',
};

/** It has no script and loads nothing, so that it can be kept and sent on. */
const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #1f2328; background: #fff; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem; border-bottom: 1px solid #d1d9e0; }
td { overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; }
.passed { color: #1a7f37; } .failed, .error { color: #cf222e; } .skipped { color: #59636e; }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117; } th, td { border-color: #3d444d; }
  .passed { color: #3fb950; } .failed, .error { color: #f85149; } .skipped { color: #9198a1; } }
`;

/** Returns the report as a page of HTML: what failed comes first, with its reasons. */
export function runAsHtml(report: RunReport): string {
  const { path, requests, duration } = report;
  const { passed, failed, notSent } = summariseRun(report);
  const title = `${path}: ${failed + notSent === 0 ? 'passed' : 'failed'}`;
  const failing = requests.filter((request) => failuresOf(request).length > 0);
  const others = requests.filter((request) => !failing.includes(request));
  const rows = [...failing, ...others].map(rowOf);
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${style}</style></head>`,
    '<body>',
    `<h1>${text(title)}</h1>`,
    `<p>${count(requests.length, 'request')}: ${passed} passed, ${failed} failed, ${notSent} not sent, in ${(duration / 1000).toFixed(1)} s.</p>`,
    '<table>',
    '<thead><tr><th scope="col">Result</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col">Time</th><th scope="col">What is wrong</th></tr></thead>',
    `<tbody>\n${rows.join('\n')}\n</tbody>`,
    '</table>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function rowOf(request: ReportedRequest): string {
  const { outcome, status, duration, url, method } = request;
  const failures = failuresOf(request).map(({ message }) => `<li>${text(message)}</li>`);
  const cells = [
    `<span class="${outcome}">${outcomes[outcome]}</span>`,
    `${text(nameOfReported(request))}${url === undefined ? '' : `<br><code>${text(`${method} ${url}`)}</code>`}`,
    status === undefined ? '' : String(status),
    duration === undefined ? '' : `${Math.round(duration)} ms`,
    failures.length === 0 ? '' : `<ul>${failures.join('')}</ul>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function text(written: string): string {
  return escapedXml(visibleLine(written));
}
