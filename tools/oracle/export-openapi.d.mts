/** What a service says once for all its operations, and names that a sandbox has. */
export interface Common {
  readonly error: object;
  readonly names: Readonly<Record<string, readonly unknown[]>>;
}

/** Returns the OpenAPI description of what the sandbox could play of a service, and the operations that have no form there. */
export function exportOpenApi(
  id: string,
  common: Common,
): Promise<{ readonly document: object; readonly left: readonly string[] }>;
