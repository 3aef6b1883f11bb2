import { describe, expect, it } from 'vitest';
import type { CancellationToken, Diagnostic, TextDocument, Uri } from 'vscode';
import type { vsdiag } from 'vscode-languageclient';
import { createResponseFindings } from '../../../client/src/response/response-findings';
import { answerScheme } from '../../../server/src/protocol';
import { asked, closeDocument } from './vscode';

const uriOf = (scheme: string, path: string) => ({ scheme, path, toString: () => `${scheme}:${path}` }) as Uri;
const response = uriOf(answerScheme, '/Response 1.http');
const request = uriOf('file', '/a.http');
const found = ['one', 'two'].map((message) => ({ message })) as Diagnostic[];

function documentOf(uri: Uri): TextDocument {
  return { uri } as TextDocument;
}

async function pulled(
  findings: ReturnType<typeof createResponseFindings>,
  uri: Uri,
  report: vsdiag.DocumentDiagnosticReport,
): Promise<unknown> {
  const { provideDiagnostics } = findings.inFrontOf({});
  return provideDiagnostics?.(documentOf(uri), undefined, {} as CancellationToken, () => report);
}

const full = (items: Diagnostic[]) => ({ kind: 'full', items, resultId: '1' }) as vsdiag.DocumentDiagnosticReport;

describe('the findings about a response', () => {
  it('are counted for the response, and kept from the problems of the workspace', async () => {
    const findings = createResponseFindings();
    expect(await pulled(findings, response, full(found))).toEqual({ ...full([]) });
    expect(findings.countOf(response.toString())).toBe(2);
    const shown: Diagnostic[][] = [];
    findings.inFrontOf({}).handleDiagnostics?.(response, found.slice(1), (_, items) => shown.push(items));
    expect([shown, findings.countOf(response.toString())]).toEqual([[], 1]);
    findings.dispose();
  });

  it('stay as they are where the server says that nothing changed', async () => {
    const findings = createResponseFindings();
    await pulled(findings, response, full(found));
    await pulled(findings, response, { kind: 'unChanged', resultId: '1' } as vsdiag.DocumentDiagnosticReport);
    expect(findings.countOf(response.toString())).toBe(2);
    findings.dispose();
  });

  it('go with the response', async () => {
    const findings = createResponseFindings();
    await pulled(findings, response, full(found));
    closeDocument(response);
    expect(findings.countOf(response.toString())).toBe(0);
    await findings.show(response.toString());
    expect(asked.questions.splice(0)).toEqual(['This response differs in nothing that is described.']);
    findings.dispose();
  });

  it('are not those about requests, which pass', async () => {
    const findings = createResponseFindings();
    expect(await pulled(findings, request, full(found))).toEqual(full(found));
    const shown: Diagnostic[][] = [];
    findings.inFrontOf({}).handleDiagnostics?.(request, found, (_, items) => shown.push(items));
    expect([shown, findings.countOf(request.toString())]).toEqual([[found], 0]);
    findings.dispose();
  });
});
