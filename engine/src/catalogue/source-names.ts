import type { Provenance, ServiceId } from './facts';

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

/** Returns the place of a fact within its source: a section, a JSON pointer, or the name of a rule. */
export function placeInSource(provenance: Provenance): string {
  switch (provenance.kind) {
    case 'documented':
    case 'reference':
      return provenance.section;
    case 'described':
      return provenance.pointer;
    case 'house':
      return provenance.name;
  }
}

/** Returns what a fact stands in: the id of a document, the title of a description, or the file of a ruleset. */
export function sourceName(provenance: Provenance): string {
  switch (provenance.kind) {
    case 'documented':
    case 'reference':
      return provenance.document;
    case 'described':
      return `${provenance.title} ${provenance.version}`;
    case 'house':
      return `${provenance.file}:${provenance.line}`;
  }
}
