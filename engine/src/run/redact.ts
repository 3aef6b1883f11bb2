/** What stands in the place of a secret. */
export const mask = '***';

// Shorter values occur everywhere by chance, and masking them would say more than it hides.
const shortest = 4;

/** Returns the text with every secret masked, also where it stands escaped as JSON or in a URL. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortest) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeOrKeep(secret));
  }
  // The longest first, so that no rest of a longer one stays.
  return [...forms].sort((a, b) => b.length - a.length).reduce((rest, form) => rest.split(form).join(mask), text);
}

function encodeOrKeep(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
