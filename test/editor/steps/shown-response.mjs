// What a person sees in the view of responses.

/** The view of responses, or another page in a tab, that is on the screen. */
export function view(page) {
  return page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame');
}

/** A tab of the view by the beginning of its name. */
export function tab(page, name) {
  return view(page).locator('vscode-tab-header').filter({ hasText: name }).first();
}

/** Waits for a response with a badge and a line of its body, and returns the texts of its head. */
export async function waitForResponse(page, badge, line) {
  const shown = view(page);
  await shown.locator('.badge').filter({ hasText: badge }).first().waitFor();
  if (line !== undefined) await shown.locator('.cm-line').filter({ hasText: line }).first().waitFor();
  return (await shown.locator('.head .line').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ');
}
