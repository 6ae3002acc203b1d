import { decide } from '#shared/access/rules/index.ts'
import { definitionOf, type Permission } from '#shared/access/permissions/index.ts'
import type { Lack } from '#shared/signals/schemas/action-execution.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { environmentsWithRequests } from '#domains/changes/change-requests/change-request-settings.store.ts'
import { environmentsOfProject } from '#domains/projects/projects/projects.store.ts'

/**
 * Builds a function that finds the permissions a service account lacks to switch flags of a project, by
 * environment. It needs the permission itself and, if changes must be requested, the one to skip that
 * (docs/contract/signals.md#action-changes).
 */
export async function missingPermissionFinder(
  queries: Queries,
  access: AccessDirectory,
  project: string,
): Promise<(actorId: number) => Lack[]> {
  const guarded = new Set(await environmentsWithRequests(queries, project))
  const needs = (await environmentsOfProject(queries, project)).flatMap((environment) => {
    const permissions: Permission[] = ['UPDATE_FEATURE_ENVIRONMENT']
    if (guarded.has(environment)) permissions.push('SKIP_CHANGE_REQUEST')
    return permissions.map((permission) => ({ permission, environment }))
  })
  return (actorId) => {
    const subject = { kind: 'user', id: actorId, name: '', grants: access.grantsOf(actorId) } as const
    return needs
      .filter(
        ({ permission, environment }) =>
          !decide(subject, { anyOf: [permission], project, environment }).allowed,
      )
      .map((one) => ({ ...one, displayName: definitionOf(one.permission).displayName }))
  }
}
