import type { Feature } from './feature.d.mts';

export const different: readonly Feature[];
