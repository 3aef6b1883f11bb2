import { headerOf } from '../binding/model';
import { standsAlone } from './support/authorization';
import type { BlockRule } from './rule';

/** Reports a request without credential that no endpoint supplies with one. */
export const missingAuthorization: BlockRule = {
  id: 'missing-authorization',
  scope: 'block',
  severity: 'hint',
  docs: {
    what: 'Reports a request to a host of no endpoint that has no `Authorization` header.',
    why: 'An endpoint adds the stored credential. A request that names its host itself must bring its own.',
    remedy: 'Add the header with a variable, or name the host in an endpoint.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET https://api.example.com/repos/octocat/hello-world/hooks\n'],
  },
  request(binding, report) {
    const field = binding.service?.headers.find(
      ({ shape }) => shape.type === 'string' && shape.format === 'credentials',
    );
    if (field?.absent === undefined || binding.operation === undefined || !standsAlone(binding)) return;
    if (headerOf(binding.request, field.name) !== undefined) return;
    const { lineSpan } = binding.request;
    const { message, severity, provenance } = field.absent;
    const newText = `\n${field.name}: ${field.example ?? ''}`;
    report({
      message,
      severity,
      provenance,
      span: lineSpan,
      fixes: () => [
        {
          title: `Add \`${field.name}\``,
          edits: [{ span: { start: lineSpan.end, end: lineSpan.end }, newText }],
          isSafe: false,
        },
      ],
    });
  },
};
