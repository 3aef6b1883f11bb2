import type { Engine } from '@rulebook/engine';

/** The documented elements of a request. */
export type Binding = NonNullable<ReturnType<Engine['bind']>>;
