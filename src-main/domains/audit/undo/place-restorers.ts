import { createGroup, deleteGroup, updateGroup } from '#shared/access/contract/groups.ts'
import { createRole, deleteRole, updateRole } from '#shared/access/contract/roles.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { updateProjectCode } from '#shared/clients/contract/code-references.ts'
import { addDefaultStrategyToProjectEnvironment } from '#shared/flags/contract/default-strategies.ts'
import { removeEnvironment, updateEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { toggleEnvironmentOff, toggleEnvironmentOn } from '#shared/projects/contract/environments.ts'
import {
  removeGroupAccess,
  removeUserAccess,
  setRolesForGroup,
  setRolesForUser,
} from '#shared/projects/contract/project-access.ts'
import { removeEnvironmentFromProject } from '#shared/projects/contract/project-environments.ts'
import {
  archiveProject,
  deleteProject,
  reviveProject,
  updateProject,
  updateProjectEnterpriseSettings,
} from '#shared/projects/contract/project-lifecycle.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Restored } from '#kernel/use-case.ts'
import { readProjectRoles } from '#domains/access/groups/groups.read-model.ts'
import { perform } from './perform.ts'
import type { PartRestorer } from './part-restorer.ts'

type Data = Record<string, unknown>

const gone = (what: string) =>
  new AppError('ConflictError', `${what} was deleted with all that it had. Create it anew instead.`)

const environment: PartRestorer = async (context, [, name], now, goal) => {
  const params = { name }
  if (goal === undefined) return perform(context, removeEnvironment, { params })
  if (now === undefined) throw gone(`The environment "${name}"`)
  const { enabled, ...settings } = goal as Data
  await perform(context, updateEnvironment, { params, body: settings })
  if (enabled === (now as Data)['enabled']) return
  await perform(context, enabled === true ? toggleEnvironmentOn : toggleEnvironmentOff, { params })
}

const projectSettings: PartRestorer = async (context, [, projectId], now, goal) => {
  const before = now as Data
  const { featureLimit, featureNaming, linkTemplates, ...settings } = goal as Data
  const params = { projectId }
  await perform(context, updateProject, { params, body: settings })
  const body = { featureNaming: featureNaming ?? { pattern: null }, linkTemplates, featureLimit }
  if (
    JSON.stringify([before['featureLimit'], before['featureNaming'], before['linkTemplates']]) !==
    JSON.stringify([featureLimit, featureNaming, linkTemplates])
  )
    await perform(context, updateProjectEnterpriseSettings, { params, body })
}

const member: PartRestorer = async (context, [, projectId, , kind, id], _now, goal) => {
  const roles = (goal ?? []) as number[]
  const params = { projectId, ...(kind === 'user' ? { userId: id } : { groupId: id }) }
  if (kind === 'user')
    await (roles.length === 0
      ? perform(context, removeUserAccess, { params })
      : perform(context, setRolesForUser, { params, body: { roles } }))
  else
    await (roles.length === 0
      ? perform(context, removeGroupAccess, { params })
      : perform(context, setRolesForGroup, { params, body: { roles } }))
}

/** Stands for the default strategy of a project that has none of its own. */
const INITIAL_STRATEGY = { name: 'flexibleRollout' }

const projectEnvironment: PartRestorer = async (context, path, _now, goal) => {
  const [, projectId, , name, part] = path
  const params = { projectId, environment: name }
  if (part === 'default-strategy') {
    const isUnset = goal === null
    const body = isUnset ? INITIAL_STRATEGY : goal
    await perform(context, addDefaultStrategyToProjectEnvironment, { params, body }, { isUnset })
  } else if (part === 'approvals') {
    const changeRequestsEnabled = typeof goal === 'number'
    const body = { changeRequestsEnabled, ...(changeRequestsEnabled ? { requiredApprovals: goal } : {}) }
    await perform(context, updateProjectChangeRequestConfig, { params, body })
  } else if (goal === undefined) await perform(context, removeEnvironmentFromProject, { params })
  else throw gone(`The environment "${name}" of project "${projectId}"`)
}

const project: PartRestorer = async (context, path, now, goal) => {
  const [, projectId, part] = path
  const params = { projectId }
  if (part === 'settings') return projectSettings(context, path, now, goal)
  if (part === 'access') return member(context, path, now, goal)
  if (part === 'env') return projectEnvironment(context, path, now, goal)
  if (part === 'code-folders')
    return void (await perform(context, updateProjectCode, { params, body: { folders: goal ?? [] } }))
  if (part === 'archived') return perform(context, goal === true ? archiveProject : reviveProject, { params })
  if (goal !== undefined) throw gone(`The project "${projectId}"`)
  await perform(context, deleteProject, { params })
}

const role: PartRestorer = async (context, [, id], now, goal) => {
  const params = { roleId: id }
  if (goal === undefined) await perform(context, deleteRole, { params })
  else if (now !== undefined) await perform(context, updateRole, { params, body: goal })
  else await perform(context, createRole, { body: goal }, id === undefined ? {} : { id })
}

const stillUsed = (projects: readonly string[]) =>
  new AppError(
    'ConflictError',
    `Newer changes depend on this: the group has roles in projects (${projects.slice(0, 5).join(', ')}). Remove them first.`,
  )

const group: PartRestorer = async (context, [, id], now, goal) => {
  const params = { groupId: id }
  if (goal === undefined) {
    const access = await readProjectRoles(context.queries, Number(id))
    if (access.length > 0) throw stillUsed(access.map(({ project: name }) => name))
    return perform(context, deleteGroup, { params })
  }
  const { users, ...content } = goal as Data
  const body = { ...content, users: (users as number[]).map((user) => ({ user: { id: user } })) }
  if (now !== undefined) await perform(context, updateGroup, { params, body })
  else
    await perform(
      context,
      createGroup,
      { body },
      { ...(goal as Restored), ...(id === undefined ? {} : { id }) },
    )
}

/** Ways to make places and the access to them as they should be, by kind. */
export const PLACE_RESTORERS: Readonly<Record<string, PartRestorer>> = { environment, project, role, group }
