import { literalHolesOf } from '../binding/literal-holes';
import type { Binding } from '../binding/model';
import { inVendorTerms } from '../binding/vendor-name';
import type { Catalogue } from '../catalogue/model';
import type { FileNames } from '../rules/runner/file-names';
import type { Finding } from '../rules/rule';
import type { Block } from '../syntax/model';
import { touches, type Span } from '../text/span';
import { describe, describeProvenance } from './describe';
import { systemVariables } from './directives';
import type { Hover } from './model';
import { referenceOfSite } from './reference-of-site';
import { isInside, siteAt, type Site } from './site-at';

/** Describes what stands at the offset, and where it is said what findings there report; undefined where there is neither. */
export function hoverAt(
  block: Block,
  binding: Binding | undefined,
  offset: number,
  findings: readonly Finding[],
  catalogue: Catalogue,
  names?: FileNames,
): Hover | undefined {
  const here = findings.filter(({ span }) => touches(span, offset));
  const described = describeSite(block, binding, offset, catalogue, names);
  const span = described?.span ?? smallest(here.map((finding) => finding.span));
  if (span === undefined) return undefined;
  const about = described?.markdown ?? '';
  const sources = sourcesOf(here, catalogue).filter((source) => !about.includes(source));
  const markdown = [about, sources.join('\n\n')].filter((part) => part !== '').join('\n\n---\n\n');
  if (markdown === '') return undefined;
  return { markdown: inVendorTerms(markdown, binding?.vendor), span };
}

function describeSite(
  block: Block,
  binding: Binding | undefined,
  offset: number,
  catalogue: Catalogue,
  names: FileNames | undefined,
): Hover | undefined {
  const site = siteUnder(block, binding, offset);
  if (site === undefined) return undefined;
  if (site.kind === 'variable')
    return describeLiteral(binding, offset, catalogue) ?? describeVariable(block, site.name, offset, names);
  const located = referenceOfSite(site, binding, block.text);
  if (located === undefined || !isInside(located.span, offset)) return undefined;
  const markdown = describe(located.reference, catalogue);
  return markdown === undefined ? undefined : { markdown, span: located.span };
}

/** At the first character of a word a cursor stands in front of it, but a pointer stands on it. */
function siteUnder(block: Block, binding: Binding | undefined, offset: number): Site | undefined {
  const site = siteAt(block, binding, offset);
  return site?.kind === 'body' && site.place.word === undefined ? siteAt(block, binding, offset + 1) : site;
}

/** Says that it is no variable, but a word of the service's own. */
function describeLiteral(binding: Binding | undefined, offset: number, catalogue: Catalogue): Hover | undefined {
  const literal = binding && literalHolesOf(binding).find(({ hole }) => touches(hole.span, offset));
  if (literal === undefined) return undefined;
  const { hole, field } = literal;
  const title = `**\`{{${hole.name}}}\`** · filled in by the service, no variable`;
  const where = describeProvenance(field.provenance, catalogue);
  return { markdown: [title, `\`${field.name}\`: ${field.summary}`, where].join('\n\n'), span: hole.span };
}

/** Says where a variable is defined, never what its value is: it may be a secret. */
function describeVariable(block: Block, name: string, offset: number, names?: FileNames): Hover | undefined {
  const hole = block.holes.find(({ span }) => touches(span, offset));
  if (hole === undefined || name === '') return undefined;
  const system = systemVariables.find((variable) => variable.name === name.split(/\s+/)[0]);
  if (system) return { markdown: `**\`${system.name}\`** · system variable\n\n${system.summary}`, span: hole.span };
  const definition = block.variables.find((variable) => variable.name.text === name);
  const line = definition && block.text.slice(0, definition.span.start).split('\n').length;
  const place = line === undefined ? describeElsewhere(name, names) : `Defined in line ${line} of this block.`;
  return { markdown: `**\`${name}\`** · variable\n\n${place}`, span: hole.span };
}

function describeElsewhere(name: string, names: FileNames | undefined): string {
  if (names?.variables.has(name)) return 'Defined in another part of this file.';
  const request = /^([\w-]+)\.response\b/.exec(name)?.[1];
  if (request !== undefined && names?.requests.has(request))
    return `Taken from the answer of the request named \`${request}\`, once that is sent.`;
  return 'Not defined in this file: its value comes from an environment, or from the sender.';
}

/** Every editor shows message, rule and severity itself, most of them in the same box; where the fact stands, none of them knows. */
function sourcesOf(findings: readonly Finding[], catalogue: Catalogue): readonly string[] {
  const said = findings.filter(({ provenance }) => provenance.kind !== 'syntax');
  return [...new Set(said.map(({ provenance }) => describeProvenance(provenance, catalogue)))];
}

function smallest(spans: readonly Span[]): Span | undefined {
  return [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}
