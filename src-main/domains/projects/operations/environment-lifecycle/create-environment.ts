import { createEnvironment as operation } from '#shared/projects/contract/environment-lifecycle.ts'
import type { Environment } from '#shared/projects/schemas/environment.ts'
import { mutation } from '#kernel/use-case.ts'
import { insertEnvironment } from '../../records/environment-lifecycle/environment-lifecycle.store.ts'
import {
  placeAfterLast,
  requireFreeName,
  requireRoomForEnvironment,
} from '../../records/environment-lifecycle/new-environment.ts'

/**
 * Creates an environment. No project gets it by that: each adds it when it wants it
 * (docs/contract/projects.md#environments).
 */
export const createEnvironment = mutation(operation, async (context, { body }) => {
  const { queries, now } = context
  await requireFreeName(queries, body.name)
  await requireRoomForEnvironment(context)
  const environment: Environment = {
    name: body.name,
    type: body.type,
    sortOrder: body.sortOrder ?? (await placeAfterLast(queries)),
    enabled: body.enabled ?? true,
    protected: false,
    requiredApprovals: body.requiredApprovals ?? null,
  }
  await insertEnvironment(queries, environment, now.toISOString())
  context.record({ type: 'environment-created', environment: environment.name, data: { ...environment } })
  return environment
})
