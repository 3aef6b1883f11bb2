import { unlessEmpty, type CompiledWebhook } from '../compiled';
import { contentOf } from './bodies';
import { childOf, membersAt } from './place';
import type { Reading } from './reading';

/** More webhooks of one description are not used. */
const maxWebhooks = 500;

/** Returns what the service sends of its own accord. */
export function webhooksOf(reading: Reading): readonly CompiledWebhook[] {
  const { references, root } = reading;
  return membersAt(childOf(root, 'webhooks'))
    .slice(0, maxWebhooks)
    .flatMap((entry): readonly CompiledWebhook[] => {
      const [sent] = membersAt(references.resolved(entry)).filter(({ key }) => ['post', 'put', 'patch'].includes(key));
      const written = sent && childOf(sent, 'requestBody');
      const body = written && references.resolved(written);
      if (sent === undefined) return [];
      // What the service sends has the members that only it can set.
      const content = body && contentOf(childOf(body, 'content'), 'webhook body', 'response', reading);
      const shown = content?.examples.flatMap(({ body: one }) =>
        one !== undefined && 'value' in one ? [one.value] : [],
      );
      return [
        { name: entry.key, method: sent.key.toUpperCase(), shape: content?.shape, examples: unlessEmpty(shown ?? []) },
      ];
    });
}
