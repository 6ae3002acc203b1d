import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { environmentExists, projectExists } from '#domains/access/access/places.read-model.ts'
import { AppError, badData, exceedsLimit } from '#kernel/app-error.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/environment-lifecycle.ts'
import type { Environment } from '#shared/projects/schemas/environment.ts'
import type { Queries } from '#store/queries.ts'
import {
  copyEnvironmentRows,
  copyPermissions,
  copyStrategies,
} from '../environment-lifecycle/copy-environment.store.ts'
import {
  deleteEnvironmentRows,
  insertEnvironment,
  projectsWith,
  readLosses,
} from '../environment-lifecycle/environment-lifecycle.store.ts'
import { changeEnvironment, requireEnvironment } from '../environments/change-environment.ts'
import { readEnvironments } from '../environments/environments.store.ts'

/** Names are unique over the instance: 409. */
async function requireFreeName(queries: Queries, name: string): Promise<void> {
  if (await environmentExists(queries, name))
    throw new AppError('NameExistsError', `An environment with the name ${name} already exists.`)
}

/** Refuses one environment more than there may be (docs/contract/limits.md#limits). */
async function requireRoomForEnvironment({ everything, limits }: MutationContext): Promise<void> {
  if ((await readEnvironments(everything)).length >= limits.environments)
    throw exceedsLimit('environment', limits.environments)
}

/** The place of a new environment for which none was said. */
async function placeAfterLast(queries: Queries): Promise<number> {
  return ((await readEnvironments(queries)).at(-1)?.sortOrder ?? 0) + 1
}

/**
 * Creates an environment. No project gets it by that: each adds it when it wants it
 * (docs/contract/projects.md#environments).
 */
export const createEnvironment = mutation(contract.createEnvironment, async (context, { body }) => {
  const { everything, now } = context
  await requireFreeName(everything, body.name)
  await requireRoomForEnvironment(context)
  const environment: Environment = {
    name: body.name,
    type: body.type,
    sortOrder: body.sortOrder ?? (await placeAfterLast(everything)),
    enabled: body.enabled ?? true,
    protected: false,
    requiredApprovals: body.requiredApprovals ?? null,
  }
  await insertEnvironment(everything, environment, now.toISOString())
  context.record({ type: 'environment-created', environment: environment.name, data: { ...environment } })
  return environment
})

/** Checks whether an environment name can be used. Responds 200 without a body, or with the error. */
export const validateEnvironment = query(contract.validateEnvironment, async ({ visible }, { body }) => {
  await requireFreeName(visible, body.name)
})

/** Sets what is sent; name, on/off and protection are not set here (docs/contract/projects.md#environments). */
export const updateEnvironment = mutation(
  contract.updateEnvironment,
  async (context, { params: { name }, body }) => {
    const before = await requireEnvironment(context.everything, name)
    return changeEnvironment(context, before, {
      type: body.type ?? before.type,
      sortOrder: body.sortOrder ?? before.sortOrder,
      requiredApprovals:
        body.requiredApprovals === undefined ? before.requiredApprovals : body.requiredApprovals,
    })
  },
)

/**
 * Deletes an environment with all that is set in it: strategies and states of flags, default strategies, change request
 * settings, permissions of roles, usage figures. Its API tokens are refused from the reply on.
 */
export const removeEnvironment = ({ access, tokens }: { access: AccessDirectory; tokens: TokenDirectory }) =>
  mutation(contract.removeEnvironment, async (context, { params: { name } }) => {
    const { everything } = context
    const environment = await requireEnvironment(everything, name)
    if (environment.protected)
      throw new AppError(
        'InvalidOperationError',
        `The environment ${name} is protected and can not be deleted`,
      )
    const losses = await readLosses(everything, name)
    await deleteEnvironmentRows(everything, name)
    context.record({ type: 'environment-deleted', environment: name, preData: { ...environment, ...losses } })
    access.refreshAfter(context)
    context.onCommit(() => tokens.forgetEnvironment(name))
  })

/**
 * Clones an environment, with its projects, the settings of their flags, and, unless unwanted, the
 * permissions of roles there. Tokens are not copied: a secret is for one environment.
 */
export const cloneEnvironment = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.cloneEnvironment, async (context, { params, body }) => {
    const { everything, ids, now } = context
    const source = await requireEnvironment(everything, params.name)
    await requireFreeName(everything, body.name)
    await requireRoomForEnvironment(context)
    const projects = await projectsToCopy(context, source.name, body.projects)
    const clone: Environment = {
      ...source,
      name: body.name,
      type: body.type,
      sortOrder: await placeAfterLast(everything),
      enabled: true,
      protected: false,
    }
    const at = now.toISOString()
    await insertEnvironment(everything, clone, at)
    const copy = { from: source.name, to: clone.name, projects }
    await copyEnvironmentRows(everything, copy)
    await copyStrategies(everything, copy, () => ids.ulid(), at)
    const clonesPermissions = body.clonePermissions ?? true
    if (clonesPermissions) {
      await copyPermissions(everything, copy)
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
  { everything, visible }: MutationContext,
  environment: string,
  asked: readonly string[] | undefined,
): Promise<string[]> {
  const having = await projectsWith(everything, environment)
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
