import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unreached, type Finding, type TestResult } from '@rulebook/sandbox/contract-tests';
import { isSecretName } from '@rulebook/catalogue/masking';
import type { ReportedRequest, RunReport } from '@rulebook/sender/report';
import { count } from '@rulebook/text';
import { causeOf } from '@rulebook/node/files/files';

/** A finding with its file. */
export interface WrittenFinding extends Finding {
  readonly file: string;
}

/** Writes the findings into a folder, each as a file; or returns half a sentence that says why that is not possible. */
export function writeFindings(
  findings: readonly Finding[],
  folder: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
): readonly WrittenFinding[] | { readonly cause: string } {
  if (findings.length === 0) return [];
  const taken = new Set<string>();
  try {
    mkdirSync(folder, { recursive: true });
    return findings.map((finding) => {
      const file = join(folder, fileNameOf(finding, taken));
      writeFileSync(file, withoutSecrets(finding.text, headers));
      return { ...finding, file };
    });
  } catch (error) {
    return { cause: `${folder}: the findings cannot be written: ${causeOf(error)}` };
  }
}

/** Credentials that are written out on the command line are variables in the files. */
function withoutSecrets(text: string, headers: readonly (readonly [name: string, value: string])[]): string {
  let shown = text;
  for (const [name, value] of headers) {
    if (value.includes('{{') || !isSecretName(name)) continue;
    shown = shown.replaceAll(`${name}: ${value}`, `${name}: ${withVariable(name, value)}`);
  }
  return shown;
}

/** Returns the value of a header field with a variable in place of the credential; the scheme stays. */
function withVariable(name: string, value: string): string {
  const scheme = /^([A-Za-z][A-Za-z-]*) +\S/.exec(value)?.[1];
  return /^authorization$/i.test(name) && scheme !== undefined ? `${scheme} {{token}}` : `{{${variableOf(name)}}}`;
}

function variableOf(name: string): string {
  return /^authorization$/i.test(name) ? 'token' : name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

function fileNameOf({ operation, violation, kind, title }: Finding, taken: Set<string>): string {
  const about = kind === 'story' || !title.includes(': ') ? violation.key : title.slice(title.indexOf(': '));
  const isAccepted = kind === 'invalid' && /^status refusal [23]/.test(violation.key);
  const words = `${operation} ${isAccepted ? 'accepts' : ''} ${about}`;
  const base = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? '' : `-${number}`}.http`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** Returns what the tests have shown, in lines for people. */
export function testText(result: TestResult, findings: readonly WrittenFinding[]): string {
  const { operations, untested, refused, left, requests, duration, end } = result;
  const lines: string[] = [];
  let heading: string | undefined;
  for (const { operation, violation, title, file, isConfirmed } of byOperation(findings)) {
    if (operation !== heading) {
      const own = findings.filter((finding) => finding.operation === operation).length;
      lines.push(`${operation}: ${count(own, 'finding')}`, '');
      heading = operation;
    }
    lines.push(`FOUND  ${violation.message}`, `       ${title}`, `       ${file}`);
    const unsure =
      end === 'ended'
        ? 'It could not be sent again, since the service no longer answers.'
        : 'It was not shown a second time: the service may answer differently each time.';
    if (!isConfirmed) lines.push(`       ${unsure}`);
    lines.push('');
  }
  if (untested.length > 0) {
    const late = untested.filter(({ cause }) => cause === unreached).length;
    const others = untested.filter(({ cause }) => cause !== unreached);
    const rest = late === 0 ? [] : [`  ${count(late, 'operation')}, since ${unreached}`.replace('before it', 'before')];
    lines.push('Not tested:', ...others.map(({ operation, cause }) => `  ${operation}: ${cause}`), ...rest, '');
  }
  if (refused.length > 0) {
    const shown = refused.map(({ operation, status }) => `  ${operation}: status ${status}`);
    lines.push('Not judged, since the service does not allow them to this caller:', ...shown, '');
  }
  if (left.length > 0) lines.push('Created and not removed:', ...left.map((path) => `  ${path}`), '');
  const reason = end === undefined ? undefined : ends[end];
  if (reason !== undefined) lines.push(`The tests ended before all was tested: ${reason}.`);
  const seconds = (duration / 1000).toFixed(1);
  const found = findings.length === 0 ? 'no finding' : count(findings.length, 'finding');
  lines.push(`${count(operations.length, 'operation')}, ${count(requests, 'request')} in ${seconds} s: ${found}`);
  return `${lines.join('\n')}\n`;
}

/** Returns the findings of each operation together, in the order in which the first of each was found. */
function byOperation(findings: readonly WrittenFinding[]): readonly WrittenFinding[] {
  const first = [...new Set(findings.map(({ operation }) => operation))];
  return first.flatMap((operation) => findings.filter((finding) => finding.operation === operation));
}

const ends: Readonly<Record<NonNullable<TestResult['end']>, string>> = {
  requests: '--max-requests were sent',
  time: '--max-time is over',
  cancelled: 'they were cancelled',
  unreachable: 'the service does not answer',
  ended: 'the service no longer answers',
};

/** Returns what the tests have shown, for programs. */
export function testJson(service: string, result: TestResult, findings: readonly WrittenFinding[]): string {
  const shown = findings.map(({ violation, kind, operation, title, file, isConfirmed }) => ({
    ...{ operation, kind, title, message: violation.message, assert: violation.assert, file, isConfirmed },
  }));
  const { findings: _, ...rest } = result;
  return JSON.stringify(
    { version: 1, service, ...rest, duration: Math.round(result.duration), findings: shown },
    null,
    2,
  );
}

/** Returns the report of the tests: a request for each operation, with what was found as its asserts. */
export function testReport(path: string, result: TestResult, findings: readonly WrittenFinding[]): RunReport {
  const reported = (operation: string, more: Pick<ReportedRequest, 'outcome' | 'isSent' | 'asserts' | 'reason'>) => ({
    label: operation,
    method: operation.split(' ', 1)[0] ?? '',
    ...more,
  });
  return {
    path,
    duration: result.duration,
    requests: [
      ...result.operations.map((operation) => {
        const own = findings.filter((finding) => finding.operation === operation);
        const refusal = result.refused.find((one) => one.operation === operation);
        if (own.length === 0 && refusal !== undefined)
          return reported(operation, {
            ...{ outcome: 'skipped', isSent: true, asserts: [] },
            reason: `Not judged: the service does not allow it to this caller (status ${refusal.status}).`,
          });
        const asserts = own.map(({ violation, file }) => ({
          ...{ text: violation.assert, line: 1, outcome: 'failed' as const },
          message: `${violation.message} See ${file}.`,
        }));
        return reported(operation, { outcome: own.length === 0 ? 'passed' : 'failed', isSent: true, asserts });
      }),
      ...result.untested.map(({ operation, cause }) =>
        reported(operation, { outcome: 'skipped', isSent: false, reason: `Not tested: ${cause}.`, asserts: [] }),
      ),
    ],
  };
}
