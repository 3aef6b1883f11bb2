/** Returns whether a file is an Arazzo document: by its name, or where a user named it, by its beginning. */
export function isArazzoFile(path: string, text: string, isNamed: boolean): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  if (/\barazzo\.\w+$/i.test(path)) return true;
  return isNamed && /^(?:\uFEFF|\s|#[^\n]*\n|---[^\n]*\n|\{)*["']?arazzo["']?[ \t]*:[ \t]*["']?\d/.test(text);
}

/** Returns whether a file is an overlay: by its name, or where a user named it, by its beginning. */
export function isOverlayFile(path: string, text: string, isNamed: boolean): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  if (!isNamed && !/\boverlay\.\w+$/i.test(path)) return false;
  return /^(?:\uFEFF|\s|#[^\n]*\n|---[^\n]*\n|\{)*["']?overlay["']?[ \t]*:/.test(text);
}
