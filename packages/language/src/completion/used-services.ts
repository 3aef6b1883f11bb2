import { configuredServices, ownServices } from '@rulebook/checker/binding/path-services';
import { isReservedWord } from '@rulebook/paths/reserved-word';
import type { CheckContext } from '@rulebook/checker/binding/model';
import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import { expressionOf } from '@rulebook/text/expressions';
import type { FileUse } from './file-use';

/** What says which services a request line that is being typed may be about. */
interface LineSigns {
  readonly use: FileUse;
  readonly catalogue: Catalogue;
  readonly context: CheckContext;
  /** The name of the file. Absent: it says nothing. */
  readonly fileName: string | undefined;
  /** The text of the block, of which header fields may say something. */
  readonly text: string;
  /** The typed part of the path, without a slash in front; absent for a position without one. */
  readonly typed: string | undefined;
}

/**
 * Returns those of the services that something speaks for: an endpoint, an own description, the name of the file, another request, a header field, or
 * the word that is being typed. In a general file, the operations of a service that the folder does not use are in the way.
 */
export function usedServices(services: readonly Service[], signs: LineSigns): readonly Service[] {
  const { use, context, catalogue, fileName, text, typed } = signs;
  const known = new Set<ServiceId>([
    ...configuredServices(context),
    ...(context.chosenServices ?? []).flat(),
    ...ownServices(catalogue, context).map(({ id }) => id),
    ...use.services,
  ]);
  const words = (typed ?? '').split('/');
  const head = text.slice(0, longestHead);
  return services.filter((service) => {
    if (known.has(service.id) || words.some((word) => beginsReserved(word, service))) return true;
    const { signs: own } = service;
    return own !== undefined && ((fileName !== undefined && finds(own.fileName, fileName)) || finds(own.header, head));
  });
}

/** In UTF-16 code units; header fields are at the start of a block. */
const longestHead = 4000;

function finds(source: string, text: string): boolean {
  return expressionOf(source, 'i').test(text);
}

/** Behind `/_`, an editor completes only what the service has. */
function beginsReserved(word: string, service: Service): boolean {
  return [word, `${word}a`].some((text) =>
    isReservedWord({ text, span: { start: 0, end: 0 }, hasPlaceholder: text.includes('{{') }, service),
  );
}
