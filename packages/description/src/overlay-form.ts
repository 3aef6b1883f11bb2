import { isRecord } from '@rulebook/json/is-record';
import { isJsonPath } from '@rulebook/json/select-paths';
import { nearest } from '@rulebook/text';
import { pointerStep } from '@rulebook/text/pointer';
import type { WordFix } from './document-form';
import { overlayForm } from './overlay-shapes';

/** Receives what is wrong at a JSON pointer into the overlay. */
export type ComplainOfOverlay = (
  pointer: string,
  message: string,
  severity?: 'error' | 'warning' | 'information',
  /** The word that is meant in the place of another one. */
  fix?: WordFix,
) => void;

/** Says what of an overlay is not as OpenAPI Overlay 1.0 and 1.1 have it. */
export function checkOverlayForm(overlay: unknown, complain: ComplainOfOverlay): void {
  if (!isRecord(overlay)) return complain('#', 'An overlay is an object with `overlay`, `info` and `actions`.');
  const { overlay: version, info, actions } = overlay;
  if (typeof version !== 'string' || !/^1\.\d+\.\d+$/.test(version))
    complain('#/overlay', 'The member `overlay` must name version 1 of the format, for example `1.1.0`.');
  // Of another version, nothing else is known.
  if (typeof version !== 'string' || !/^1\./.test(version)) return;
  const isFirst = version.startsWith('1.0.');
  reportOthers('document', overlay, '#', complain);
  if (!isRecord(info)) complain('#/info', 'An overlay needs `info`: an object with `title` and `version`.');
  else {
    for (const name of ['title', 'version'])
      if (typeof info[name] !== 'string')
        complain(name in info ? `#/info/${name}` : '#/info', `\`info\` needs \`${name}\`, a string.`);
    if ('description' in info && typeof info['description'] !== 'string')
      complain('#/info/description', '`description` must be a string.');
    reportOthers('info', info, '#/info', complain);
  }
  if ('extends' in overlay && typeof overlay['extends'] !== 'string')
    complain('#/extends', '`extends` must be a string: the path or URL of a description.');
  if (!Array.isArray(actions) || actions.length === 0)
    return complain(
      '#/actions',
      'An overlay needs `actions`: a list of objects with `target` and `update`, `copy` or `remove`.',
    );
  const known = new Set<string>();
  for (const [index, action] of (actions as readonly unknown[]).entries()) {
    const pointer = `#/actions/${index}`;
    checkAction(action, pointer, isFirst, complain);
    const text = JSON.stringify(action);
    if (known.has(text)) complain(pointer, 'The same action is there already; leave one out.');
    known.add(text);
  }
}

function checkAction(action: unknown, pointer: string, isFirst: boolean, complain: ComplainOfOverlay): void {
  if (!isRecord(action))
    return complain(pointer, 'An action is an object with `target` and `update`, `copy` or `remove`.');
  const { target, description, copy, remove } = action;
  if (typeof target !== 'string')
    complain('target' in action ? `${pointer}/target` : pointer, 'An action needs `target`, a JSONPath.');
  else if (!isJsonPath(target)) complain(`${pointer}/target`, 'The target is not a JSONPath as in RFC 9535.');
  if (description !== undefined && typeof description !== 'string')
    complain(`${pointer}/description`, '`description` must be a string.');
  if (remove !== undefined && typeof remove !== 'boolean')
    complain(`${pointer}/remove`, '`remove` is `true` or `false`.');
  if (copy !== undefined && typeof copy !== 'string')
    complain(`${pointer}/copy`, 'The member `copy` must be a JSONPath.');
  if (typeof copy === 'string' && isFirst)
    complain(`${pointer}/copy`, '`copy` is new in Overlay 1.1, and this overlay is of version 1.0.', 'information');
  if (copy !== undefined && 'update' in action)
    complain(`${pointer}/copy`, 'An action has `update` or `copy`; with both, `copy` is not used.', 'warning');
  if (remove === true && ('update' in action || copy !== undefined))
    complain(`${pointer}/remove`, 'With `remove`, the action changes nothing else.', 'information');
  reportOthers('action', action, pointer, complain);
}

function reportOthers(
  form: string,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  complain: ComplainOfOverlay,
): void {
  const known = Object.keys(overlayForm.objects[form]?.members ?? {});
  for (const name of Object.keys(value)) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    const meant = nearest(name, known);
    complain(
      `${pointer}${pointerStep(name)}`,
      `The member \`${name}\` is not known here. ${meant === undefined ? 'Members of your own begin with `x-`.' : `Did you mean \`${meant}\`?`}`,
      undefined,
      meant === undefined ? undefined : { from: name, to: meant },
    );
  }
}
