import { cloneEnvironment as operation } from '#shared/projects/contract/environment-lifecycle.ts'
import type { Environment } from '#shared/projects/schemas/environment.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { requireEnvironment } from '../../records/environments/require-environment.ts'
import { projectExists } from '#domains/access/records/places/places.read-model.ts'
import {
  copyEnvironmentRows,
  copyPermissions,
  copyStrategies,
} from '../../records/environment-lifecycle/copy-environment.store.ts'
import {
  insertEnvironment,
  projectsWith,
} from '../../records/environment-lifecycle/environment-lifecycle.store.ts'
import {
  placeAfterLast,
  requireFreeName,
  requireRoomForEnvironment,
} from '../../records/environment-lifecycle/new-environment.ts'

/**
 * Clones an environment, with its projects, the settings of their flags, and, unless unwanted, the
 * permissions of roles there. Tokens are not copied: a secret is for one environment.
 */
export const cloneEnvironment = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params, body }) => {
    const { queries, ids, now } = context
    const source = await requireEnvironment(queries, params.name)
    await requireFreeName(queries, body.name)
    await requireRoomForEnvironment(context)
    const projects = await projectsToCopy(context, source.name, body.projects)
    const clone: Environment = {
      ...source,
      name: body.name,
      type: body.type,
      sortOrder: await placeAfterLast(queries),
      enabled: true,
      protected: false,
    }
    const at = now.toISOString()
    await insertEnvironment(queries, clone, at)
    const copy = { from: source.name, to: clone.name, projects }
    await copyEnvironmentRows(queries, copy)
    await copyStrategies(queries, copy, () => ids.ulid(), at)
    const clonesPermissions = body.clonePermissions ?? true
    if (clonesPermissions) {
      await copyPermissions(queries, copy)
      access.refreshAfter(context)
    }
    const data = { ...clone, clonedFrom: source.name, projects, clonePermissions: clonesPermissions }
    context.record({ type: 'environment-created', environment: clone.name, data })
    for (const project of projects)
      context.record({
        type: 'project-environment-added',
        project,
        environment: clone.name,
        data: { clonedFrom: source.name },
      })
    return clone
  })

/** Finds the requested projects that have the environment. Without a request: all that have it. */
async function projectsToCopy(
  { queries, visible }: MutationContext,
  environment: string,
  asked: readonly string[] | undefined,
): Promise<string[]> {
  const having = await projectsWith(queries, environment)
  if (asked === undefined) return having
  const unknown: string[] = []
  for (const id of new Set(asked)) if (!(await projectExists(visible, id))) unknown.push(id)
  if (unknown.length > 0)
    throw badData(
      `These projects do not exist: ${unknown.map((id) => `'${id}'`).join(', ')}.`,
      '/body/projects',
    )
  return having.filter((id) => asked.includes(id))
}
