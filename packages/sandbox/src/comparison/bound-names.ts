import type { Binding } from '@rulebook/checker/binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import { plainName } from '@rulebook/checker/live-names/asked-names';

/** Returns the values of the parameters of an operation's path, as a request has them, decoded and in order. */
export function namesOfPath({ path: bound }: Binding, { path }: Operation): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => {
    const written = bound.find(({ field }) => field.name === name)?.text ?? '';
    return plainName(written) ?? written;
  });
}
