import {
  editionOf,
  unpackDescription,
  type CompiledEditions,
  type LineSource,
  type LoadDescription,
  type PackedDescription,
} from '@rulebook/services';

/** How the compiled descriptions of the package are read on a machine. */
interface DescriptionSource {
  /** Returns the lines of a description by its name, or its unpacked text; throws when it cannot be read. */
  readonly linesOf: (name: string) => string | LineSource;
  /** Returns why `linesOf` threw, as half a sentence. */
  readonly causeOf: (error: unknown) => string;
  /** Receives a sentence for the user. */
  readonly say: (message: string) => void;
}

/**
 * Returns a function that reads the compiled descriptions of the package, each when it is needed first. One that cannot be read is reported
 * once; requests are then checked by the documents only.
 */
export function loadDescriptions({ linesOf, causeOf, say }: DescriptionSource): LoadDescription {
  const read = (name: string, edition: string | undefined): PackedDescription | undefined => {
    const unpacked = unpackDescription(linesOf(name));
    if (unpacked === undefined) {
      say(unreadable(name, 'it belongs to another version of Rulebook'));
      return undefined;
    }
    const { description, others } = unpacked;
    const [editions] = others;
    const wanted =
      edition === undefined
        ? description
        : editionOf(description, JSON.parse(editions?.text ?? '') as CompiledEditions, edition);
    let isReported = false;
    const onDamaged = (): void => {
      if (!isReported) say(partlyDamaged(name));
      isReported = true;
    };
    return wanted && { ...wanted, onDamaged };
  };
  return (wanted) => {
    const [name = '', edition] = wanted.split('@');
    try {
      return read(name, edition);
    } catch (error) {
      say(unreadable(name, causeOf(error)));
      return undefined;
    }
  };
}

function unreadable(name: string, cause: string): string {
  return `The published description "${name}" cannot be read: ${cause}. Only documented operations are checked. Install Rulebook again to correct this.`;
}

function partlyDamaged(name: string): string {
  return `A part of the published description "${name}" is damaged. Some operations are not checked by it. Install Rulebook again to correct this.`;
}
