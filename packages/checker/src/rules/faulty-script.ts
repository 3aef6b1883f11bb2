import { problemsInScript } from '@rulebook/request-file/scripts/script-problems';
import { scriptsIn, type ScriptInBlock } from '@rulebook/request-file/scripts/script-situation';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { code } from './support/wording';

/** Reports what a script uses and the box that runs it does not have. */
export const faultyScript: BlockRule = {
  id: 'faulty-script',
  scope: 'block',
  category: 'file-syntax',
  severity: 'information',
  docs: {
    what: 'Reports what a script, or an assert in JavaScript (`?? js`), uses and scripts do not have: members of `client`, `request`, `response`, `crypto` and their like, the response before there is one, modules, the network and timers. A bracket without its other one is reported, too.',
    why: 'A script runs in a box when its request is sent, where what is not there is `undefined`, or ends the script with an error: a request whose script in front fails is not sent. The script is read and not run, so values such as the body of a response, and names that the script defines itself, are never doubted.',
    remedy:
      'Use what the page about scripts lists. For a member that is misspelt, a quick fix writes the one that is meant.',
  },
  within: ['scripts', 'asserts'],
  block(block, report) {
    for (const script of [...scriptsIn(block), ...expressionsIn(block)]) {
      const { start, end } = script.code;
      for (const { message, span, meant } of problemsInScript(block.text.slice(start, end), start, script))
        report({
          message: `${message}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
          span,
          provenance: { kind: 'syntax' },
          ...(meant !== undefined && { fixes: () => changeTo(meant, span) }),
        });
    }
  },
};

/** Returns the expressions of asserts, which see what blocks of httpYac see. */
function expressionsIn({ asserts }: Block): readonly ScriptInBlock[] {
  return asserts.flatMap(({ assert }): readonly ScriptInBlock[] => {
    const parsed = parseAssert(assert.text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'expression') return [];
    const { span } = parsed.subject.code;
    const code = { start: assert.span.start + span.start, end: assert.span.start + span.end };
    return [{ code, language: 'block', phase: 'response' }];
  });
}
