import { CreateStrategy } from '../schemas/strategy.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

export const addDefaultStrategyToProjectEnvironment = operation({
  operationId: 'addDefaultStrategyToProjectEnvironment',
  method: 'POST',
  path: '/api/admin/projects/:projectId/environments/:environment/default-strategy',
  tag: 'Projects',
  lifecycle: { since: '5.2.0' },
  summary: 'Returns the default strategy of a project environment',
  access: needs(['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE']),
  place: inEnvironment,
  params: ProjectParams.extend({ environment: PathPart }),
  body: CreateStrategy,
  responses: { 200: CreateStrategy },
  errors: [404],
})
