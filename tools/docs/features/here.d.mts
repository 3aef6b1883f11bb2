import type { Feature } from './feature.d.mts';

export const here: readonly Feature[];
