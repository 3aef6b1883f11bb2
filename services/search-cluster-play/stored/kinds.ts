import { ingestPipeline, storedScript } from './pipelines';
import { lifecyclePolicy, snapshotPolicy } from './policies';
import { role, roleMapping, user } from './security';
import { componentTemplate, indexTemplate, legacyTemplate } from './templates';
import { actionGroup, grantedRole, internalUser, roleOfUsers, tenant } from './plugin-security';
import { statePolicy } from './state-policies';
import { logstashPipeline, transform } from './transforms';
import type { StoredKind } from './kind';

/** What is stored by names and given back, of each kind. */
export const storedKinds: readonly StoredKind[] = [
  ...[role, roleMapping, user],
  ...[componentTemplate, indexTemplate, legacyTemplate],
  ...[ingestPipeline, storedScript],
  ...[lifecyclePolicy, snapshotPolicy],
  ...[transform, logstashPipeline],
  ...[grantedRole, roleOfUsers, internalUser, tenant, actionGroup, statePolicy],
];
