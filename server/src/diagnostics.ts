import type { Diagnostic } from 'vscode-languageserver';
import { parseConfiguration } from '../../engine/src/index';
import type { CheckOptions, Engine, Finding, RelatedPlace, RequestFile } from '../../engine/src/index';
import type { OpenDocument } from './documents';
import { rangesIn, rangesOfBlock, shiftRange, toDiagnostic, toNotice } from './to-lsp';
import type { PositionEncoding, RangeOf } from './to-lsp';

/**
 * The most diagnostics of a document. Errors and warnings have a number of their own, so that remarks never displace them; the
 * lower number for remarks keeps each answer small, since all diagnostics of a file are sent with every key.
 */
export const diagnosticLimits = { errorsAndWarnings: 5000, informationAndHints: 200 } as const;

/** The longest text that is checked, in UTF-16 code units. Longer files are data, and would hold up everything else. */
export const maximumCheckedLength = 20_000_000;

/** Returns all diagnostics of a document, in the order of the text. */
export type Diagnose = (document: OpenDocument, options: CheckOptions) => Diagnostic[];

/** A diagnostic whose lines count from the start of its block. */
interface ConvertedFinding {
  readonly diagnostic: Diagnostic;
  readonly isMajor: boolean;
  readonly related: readonly RelatedPlace[] | undefined;
}

interface ConvertedBlock {
  readonly text: string;
  readonly findings: readonly ConvertedFinding[];
}

/** Creates a converter that keeps what it has converted for as long as the engine keeps the findings. */
export function createDiagnose(engine: Engine, encoding: PositionEncoding): Diagnose {
  const converted = new WeakMap<readonly Finding[], ConvertedBlock>();

  const convert = (file: RequestFile, block: number, findings: readonly Finding[]): readonly ConvertedFinding[] => {
    const source = file.blocks[block];
    if (!source) return [];
    const known = converted.get(findings);
    if (known?.text === source.text) return known.findings;
    const rangeOf = rangesIn(source, 0, encoding);
    const result = findings.map((finding) => convertFinding(finding, rangeOf));
    converted.set(findings, { text: source.text, findings: result });
    return result;
  };

  return (document, options) => {
    const { uri, kind, file } = document;
    if (kind === 'ignored') return [];
    const length = lengthOf(file);
    if (length > maximumCheckedLength) return [oversizedNotice(length)];
    if (kind === 'configuration') return diagnoseConfiguration(file, encoding);

    const diagnostics: Diagnostic[] = [];
    const omitted = { major: 0, minor: 0 };
    let [majors, minors] = [0, 0];
    const report = engine.check(file, options).findings;
    for (let block = 0; block < report.length; block++) {
      const findings = report[block];
      if (!findings || findings.length === 0) continue;
      const firstLine = file.startLines[block] ?? 0;
      for (const { diagnostic, isMajor, related } of convert(file, block, findings)) {
        if (isMajor ? majors >= diagnosticLimits.errorsAndWarnings : minors >= diagnosticLimits.informationAndHints) {
          if (isMajor) omitted.major++;
          else omitted.minor++;
          continue;
        }
        if (isMajor) majors++;
        else minors++;
        const shifted = { ...diagnostic, range: shiftRange(diagnostic.range, firstLine) };
        if (related) shifted.relatedInformation = relatedInformation(uri, file, block, related, encoding);
        diagnostics.push(shifted);
      }
    }
    if (omitted.major > 0 || omitted.minor > 0) diagnostics.push(omittedNotice(omitted));
    return diagnostics;
  };
}

function convertFinding(finding: Finding, rangeOf: RangeOf): ConvertedFinding {
  return {
    diagnostic: toDiagnostic(finding, rangeOf),
    isMajor: finding.severity === 'error' || finding.severity === 'warning',
    related: finding.related,
  };
}

/** Converted each time: the other place may be in a block that has moved. */
function relatedInformation(
  uri: string,
  file: RequestFile,
  block: number,
  places: readonly RelatedPlace[],
  encoding: PositionEncoding,
): NonNullable<Diagnostic['relatedInformation']> {
  return places.flatMap((place) => {
    const rangeOf = rangesOfBlock(file, block + place.block, encoding);
    return rangeOf ? [{ location: { uri, range: rangeOf(place.span) }, message: place.message }] : [];
  });
}

function diagnoseConfiguration(file: RequestFile, encoding: PositionEncoding): Diagnostic[] {
  const source = file.blocks[0];
  if (!source || source.text.trim() === '') return [];
  const rangeOf = rangesIn(source, 0, encoding);
  return parseConfiguration(source.text).problems.map(({ message, span }) => ({
    ...toNotice(message, 'warning'),
    range: rangeOf(span),
  }));
}

/** Returns the length of the file in UTF-16 code units. */
export function lengthOf(file: RequestFile): number {
  let length = 0;
  for (const { text } of file.blocks) length += text.length;
  return length;
}

function oversizedNotice(length: number): Diagnostic {
  const millions = (units: number): string => (units / 1_000_000).toFixed(1);
  return toNotice(
    `This file is not checked: it has ${millions(length)} million characters, and Rulebook reads at most ` +
      `${millions(maximumCheckedLength)} million. Split it into several files.`,
    'warning',
  );
}

function omittedNotice({ major, minor }: { readonly major: number; readonly minor: number }): Diagnostic {
  const parts = [
    ...(major > 0 ? [`${String(major)} more errors and warnings`] : []),
    ...(minor > 0 ? [`${String(minor)} more remarks`] : []),
  ];
  return toNotice(`Not everything is shown: this file has ${parts.join(' and ')}.`, 'information');
}
