import { RolloutOverlap, RolloutOverlapQuery } from '../schemas/rollout-overlap.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'

/** Halyard's own: which rollouts look at the same users (ADR 89). */
export const getRolloutOverlap = operation({
  operationId: 'getRolloutOverlap',
  everywhere: true,
  method: 'GET',
  path: '/api/halyard/projects/:projectId/rollout-overlap',
  tag: 'Features',
  summary: 'Lists rollouts that share their users, and experiments that are not independent',
  description:
    'Operation of Halyard. Rollouts with the same group and stickiness let the same users in first: the smaller one is a part of the larger one. ' +
    'Rollouts of different groups are independent, and share the product of their percentages. Flags of other projects that the caller may see are ' +
    'included where they share a group with a flag of the project. `feature` and `other` compare two flags, ' +
    'of any projects that the caller may see: `comparison` is the share of users in both, in one, and in neither, with the reason. At most 200 groups with 100 rollouts each ' +
    'are returned.',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  query: RolloutOverlapQuery,
  responses: { 200: RolloutOverlap },
  errors: [404],
})
