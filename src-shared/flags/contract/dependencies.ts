import { z } from 'zod'

import { QueryInteger } from '../../schemas/scalars.ts'
import { CreateDependency } from '../schemas/feature.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { controlledInProject } from '../../contract-engine/change-control.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Dependencies'
const FEATURES = '/api/admin/projects/:projectId/features'
const ChildParams = ProjectParams.extend({ child: PathPart })
const Names = z.array(z.string())

export const checkDependenciesExist = operation({
  operationId: 'checkDependenciesExist',
  method: 'GET',
  path: '/api/admin/projects/:projectId/dependencies',
  tag,
  summary: 'Returns whether any flag of a project has a dependency',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  responses: { 200: z.boolean() },
})

export const addFeatureDependency = operation({
  operationId: 'addFeatureDependency',
  method: 'POST',
  path: `${FEATURES}/:child/dependencies`,
  tag,
  summary: 'Adds a parent to a flag; dependencies are one level deep',
  access: needs('UPDATE_FEATURE_DEPENDENCY'),
  place: { ...inProject, feature: 'params.child' },
  changeControl: controlledInProject('addDependency', 'Adding a dependency'),
  params: ChildParams,
  body: CreateDependency,
  responses: { 200: null },
  errors: [404],
})

export const deleteFeatureDependency = operation({
  operationId: 'deleteFeatureDependency',
  method: 'DELETE',
  path: `${FEATURES}/:child/dependencies/:parent`,
  tag,
  summary: 'Removes a parent of a flag',
  access: needs('UPDATE_FEATURE_DEPENDENCY'),
  place: { ...inProject, feature: 'params.child' },
  changeControl: controlledInProject('deleteDependency', 'Removing a dependency'),
  params: ChildParams.extend({ parent: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const deleteFeatureDependencies = operation({
  operationId: 'deleteFeatureDependencies',
  method: 'DELETE',
  path: `${FEATURES}/:child/dependencies`,
  tag,
  summary: 'Removes all parents of a flag',
  access: needs('UPDATE_FEATURE_DEPENDENCY'),
  place: { ...inProject, feature: 'params.child' },
  changeControl: controlledInProject('deleteDependency', 'Removing dependencies'),
  params: ChildParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const listParentOptions = operation({
  operationId: 'listParentOptions',
  method: 'GET',
  path: `${FEATURES}/:child/parents`,
  tag,
  summary: 'Lists the flags that a flag could depend on',
  description: 'All of them, unless a search text or a limit is given: both are additions of Halyard.',
  access: audienceOnly,
  place: { ...inProject, feature: 'params.child' },
  params: ChildParams,
  query: z.object({
    query: z.string().max(100).optional(),
    limit: QueryInteger.pipe(z.int().min(1).max(1000)).optional(),
  }),
  responses: { 200: Names },
  errors: [404],
})

export const listParentVariantOptions = operation({
  operationId: 'listParentVariantOptions',
  method: 'GET',
  path: `${FEATURES}/:parent/parent-variants`,
  tag,
  summary: 'Lists the variants of a parent flag in all environments',
  access: audienceOnly,
  place: { ...inProject, feature: 'params.parent' },
  params: ProjectParams.extend({ parent: PathPart }),
  responses: { 200: Names },
  errors: [404],
})
