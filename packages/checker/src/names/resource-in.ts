import type { Binding, BoundParameter } from '../binding/model';
import { decodePart } from '@rulebook/text/decode';
import { expressionOf } from '@rulebook/text/expressions';
import type { Span } from '@rulebook/text/span';

/** A resource of a service that a request names in its path. */
export interface NamedResource {
  /** The kind, which no other service has, for example `snapshot-repository`. */
  readonly kind: string;
  /** What the kind is called in messages, for example `snapshot repository`. */
  readonly noun: string;
  /** Its name; with an owner, as in `octocat/hello-world 12`, the owner's name in lower case in front of it. */
  readonly name: string;
  /** Where its own name is in the block. */
  readonly span: Span;
  /** Whether the request creates it. */
  readonly isCreated: boolean;
}

/** Returns the resource that a request names; undefined where it names none, several, or one by a variable. */
export function resourceIn({ operation, path, service }: Binding): NamedResource | undefined {
  const effect = operation?.effect;
  if (effect?.name === undefined) return undefined;
  const several = service?.severalNames;
  const isOne = (parameter: BoundParameter | undefined): parameter is BoundParameter =>
    parameter !== undefined &&
    parameter.text !== '' &&
    !parameter.hasPlaceholder &&
    !(several !== undefined && expressionOf(several).test(decodePart(parameter.text)));
  const parameterNamed = (name: string) => path.find(({ field }) => field.name === name);
  const named = parameterNamed(effect.name);
  const owner = effect.owner.map(parameterNamed);
  if (!isOne(named) || !owner.every(isOne)) return undefined;
  const { life, step } = effect;
  const ownerName = owner.map(({ text }) => decodePart(text).toLowerCase()).join('/');
  return {
    kind: life.kind,
    noun: life.noun,
    name: ownerName === '' ? decodePart(named.text) : `${ownerName} ${decodePart(named.text)}`,
    span: named.span,
    // The first transition of a life brings the resource into being.
    isCreated: step === life.transitions[0]?.step,
  };
}
