export { createMasker, createStreamMask, redact, withoutValues, type Masker } from './masker';
export { mask, type FoundSecret } from './mask-named-secrets';
export { declareNames, isDeclaredShown, type DeclaredNames } from './declared-names';
export { isSecretMember, isSecretName } from './secret-names';
