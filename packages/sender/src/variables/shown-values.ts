import { createMasker } from '@rulebook/catalogue/masking/masker';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import type { NamedResponses } from './named-responses';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { Effect, Segment } from '../plan/plan';
import { createFiller, type Filler } from './resolve-variables';
import { segmentsOf } from '../plan/segments';
import { visibleLine } from '@rulebook/text/visible';
import { isPrivateSource, systemValue, type Resolve, type SystemPorts } from './system-variables';

/** What fills in a request. */
export interface Values {
  readonly resolve: Resolve;
  readonly system: SystemPorts;
}

/** In UTF-16 code units: a longer value is cut in a sentence. */
const longestValue = 200;

/**
 * Returns what fills in the values of variables. What has no value, and what has a new one each time, stays as it is written. With
 * `isShown`, the mask stands for secrets, so that not even a short one gets into the text.
 */
export function valuesFor({ resolve, system }: Values, { isShown }: { readonly isShown: boolean }): Values {
  return {
    resolve: (name, within) => {
      const value = resolve(name, within);
      if (value === undefined) return { value: `\\{\\{${name}\\}\\}`, isSecret: false };
      return isShown && (value.isSecret || isSecretName(name)) ? { value: mask, isSecret: false } : value;
    },
    system: {
      ...system,
      standIn: (name) => {
        if (!isPrivateSource(name)) return isSystemVariable(name, system) ? `{{${name}}}` : undefined;
        return isShown && systemValue(name, system, resolve) !== undefined ? mask : undefined;
      },
    },
  };
}

/** Returns effects that name the values of variables, as far as they are known and no secrets, with characters that would disguise them escaped. */
export function fillEffects(
  effects: readonly Effect[],
  { answers, ...values }: Values & { readonly answers: NamedResponses },
): readonly Effect[] {
  if (effects.length === 0) return effects;
  const shown = valuesFor(values, { isShown: true });
  const filler = createFiller(shown.resolve, shown.system, answers.resolve);
  // A value must not end the sentence in which it is.
  const valueOf = (segment: Segment) => {
    const value = filledOr(filler, [segment]).replace(/[\s`]+/g, ' ');
    return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
  };
  const filled = effects.map((effect) => ({
    ...effect,
    message: segmentsOf(effect.message)
      .map((segment) => (typeof segment === 'string' ? segment : valueOf(segment)))
      .join(''),
  }));
  const masker = createMasker(filler.secrets);
  return filled.map((effect) => ({ ...effect, message: visibleLine(masker.text(effect.message)) }));
}

/** Returns needs with the values of variables in the names that they are on, as far as they are known and no secrets. */
export function fillNeeds(
  needs: readonly RequestNeed[],
  { answers, ...values }: Values & { readonly answers: NamedResponses },
  show: (text: string) => string,
): readonly RequestNeed[] {
  if (!needs.some(({ on, remote = '' }) => [...on, remote].some((name) => name.includes('{{')))) return needs;
  const shown = valuesFor(values, { isShown: true });
  const filler = createFiller(shown.resolve, shown.system, answers.resolve);
  const fill = (name: string): string => show(filledOr(filler, segmentsOf(name)));
  return needs.map((need) => ({
    ...need,
    // A value may be a list of names.
    on: [...new Set(need.on.flatMap((name) => (name.includes('{{') ? fill(name).split(',') : name)))],
    ...(need.remote !== undefined && { remote: fill(need.remote) }),
  }));
}

/** Returns the text with its variables filled in; as it is written where they refer to each other in a circle. */
export function filledOr(filler: Filler, segments: readonly Segment[]): string {
  const text = filler.fill(segments);
  if (filler.problem === undefined) return text;
  return segments.map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`)).join('');
}

/** Returns whether a variable has a new value each time. */
export function isSystemVariable(name: string, system: SystemPorts): boolean {
  return name.startsWith('$') && systemValue(name, system, () => undefined) !== undefined;
}
