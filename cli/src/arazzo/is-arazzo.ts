/** Returns whether a file is an Arazzo document: by its name, or where a user named it, by its beginning. */
export function isArazzoFile(path: string, text: string, isNamed: boolean): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  return /\barazzo\.\w+$/i.test(path) || (isNamed && beginsWith('arazzo', text));
}

/** Returns whether a file is an overlay: by its name and its beginning, or where a user named it, by its beginning. */
export function isOverlayFile(path: string, text: string, isNamed: boolean): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  return (isNamed || /\boverlay\.\w+$/i.test(path)) && beginsWith('overlay', text);
}

/** Returns whether the first member of a text in YAML or JSON has this name. */
function beginsWith(name: string, text: string): boolean {
  for (const line of text.slice(0, 10_000).split('\n')) {
    const written = line.replace('\uFEFF', '').trim();
    if (written === '' || written === '{' || written.startsWith('#') || written.startsWith('---')) continue;
    const member = written.replace(/^[{"' ]{1,9}/, '');
    return member.startsWith(name) && /^["']?[ \t]{0,9}:/.test(member.slice(name.length));
  }
  return false;
}
