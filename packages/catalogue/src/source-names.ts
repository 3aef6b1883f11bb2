import type { DescribedSource, Provenance, ServiceId } from './facts';

/** Returns the service that a fact is about; undefined for a house rule, which may be about several. */
export function serviceOfSource(provenance: Provenance): ServiceId | undefined {
  switch (provenance.kind) {
    case 'documented':
    case 'reference':
      return provenance.document;
    case 'described':
      return provenance.service;
    case 'house':
      return undefined;
  }
}

/**
 * Returns the place of a fact within its source: a section, a file with a JSON pointer, or the name of a rule. Undefined for a description of
 * the package, in which no one can look.
 */
export function placeInSource(provenance: Provenance): string | undefined {
  switch (provenance.kind) {
    case 'documented':
    case 'reference':
      return provenance.section;
    case 'described':
      return provenance.file === undefined ? undefined : placeInFiles(provenance.file, provenance.pointer);
    case 'house':
      return provenance.name;
  }
}

/** Returns what a fact is in: the id of a document, the title of a description, or the file of a ruleset. */
export function sourceName(provenance: Provenance): string {
  switch (provenance.kind) {
    case 'documented':
    case 'reference':
      return provenance.document;
    case 'described':
      return nameOfDescription(provenance);
    case 'house':
      return `${provenance.file}:${provenance.line}`;
  }
}

/** Returns the page about a fact in the service's own documentation or in the team's; undefined where its source names none. */
export function linkOfSource(provenance: Provenance): string | undefined {
  const { link } = provenance.kind === 'described' || provenance.kind === 'house' ? provenance : {};
  return link !== undefined && /^https?:\/\//i.test(link) ? link : undefined;
}

/** Returns the title and version of a description as plain text on one line, since both are written by others. */
export function nameOfDescription({ title, version }: Pick<DescribedSource, 'title' | 'version'>): string {
  const plain = (text: string, longest: number): string => {
    const line = text.replace(/[\s\p{Cc}\p{Cf}`]+/gu, ' ').trim();
    return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  };
  return `${plain(title, longestTitle)} ${plain(version, longestVersion)}`.trim();
}

const longestTitle = 60;
const longestVersion = 20;

/** A pointer into another file of a description has that one's path from the description's folder in front. */
function placeInFiles(file: string, pointer: string): string {
  if (pointer.startsWith('#')) return `${file}${pointer}`;
  const [path = '', ...rest] = pointer.split('#');
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const steps: string[] = [];
  for (const step of `${folder}${path}`.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return [steps.join('/'), ...rest].join('#');
}
