export function publishingProblem(): string | undefined;
export function addressesOf(manifest: object): Readonly<Record<string, unknown>>;
export function repositoryOf(manifest: object): { readonly web: string; readonly slug: string } | undefined;
