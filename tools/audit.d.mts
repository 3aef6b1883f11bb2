export function advisoriesAgainst(audit: unknown, bill: unknown, lock: unknown): readonly string[];
