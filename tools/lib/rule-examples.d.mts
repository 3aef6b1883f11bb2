/** A part of a file of examples. */
export interface Section {
  /** The line with which it begins. */
  readonly heading: string;
  readonly kind: 'reported' | 'not reported' | 'file';
  /** The path of a file. */
  readonly path?: string;
  readonly hasLineEnd: boolean;
  /** What follows, with annotations. */
  readonly text: string;
}

export const annotation: RegExp;

/** Returns the parts of a file of examples. */
export function splitExamples(source: string): readonly Section[];

/** Returns the text of a file of examples. */
export function joinExamples(sections: readonly Pick<Section, 'heading' | 'text'>[]): string;

/** Returns an example without the annotations of other rules. */
export function withoutOthers(text: string, rule: string): string;
