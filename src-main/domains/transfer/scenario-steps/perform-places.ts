import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import {
  createEnvironment,
  removeEnvironment,
  updateEnvironment,
} from '#shared/projects/contract/environment-lifecycle.ts'
import { toggleEnvironmentOff, toggleEnvironmentOn } from '#shared/projects/contract/environments.ts'
import {
  removeGroupAccess,
  removeUserAccess,
  setRolesForGroup,
  setRolesForUser,
} from '#shared/projects/contract/project-access.ts'
import {
  addEnvironmentToProject,
  removeEnvironmentFromProject,
} from '#shared/projects/contract/project-environments.ts'
import {
  createProject,
  deleteProject,
  updateProject,
  updateProjectEnterpriseSettings,
} from '#shared/projects/contract/project-lifecycle.ts'
import { ownValue } from '#shared/own-value.ts'
import { changes, type Apply, type Item, type Performer, type Step } from './step-performer.ts'

export const performEnvironment: Performer<'environments'> = async (apply, step) => {
  const { action, name, before, after } = step
  const params = { name }
  if (action === 'delete') return apply.perform(removeEnvironment, { params })
  if (action === 'create') return apply.perform(createEnvironment, { body: after })
  const { enabled, name: _name, ...settings } = { ...before, ...after } as Item<'environments'>
  if (changes(step, 'type', 'sortOrder', 'requiredApprovals'))
    await apply.perform(updateEnvironment, { params, body: settings })
  if (changes(step, 'enabled'))
    await apply.perform(enabled === true ? toggleEnvironmentOn : toggleEnvironmentOff, { params })
}

/** Approvals are set by `performApprovals`, after the flags: they would stand in the way of those. */
export const performProject: Performer<'projects'> = async (apply, step) => {
  const { action, name, before, after } = step
  const params = { projectId: name }
  if (action === 'delete') return apply.perform(deleteProject, { params })
  const {
    featureNaming,
    linkTemplates,
    featureLimit,
    access,
    approvals: _approvals,
    archived: _archived,
    ...project
  } = {
    ...(before as Item<'projects'>),
    ...(after as Item<'projects'>),
  }
  const { environments, ...settings } = project
  const { id, ...described } = { ...settings, name: settings.name ?? name }
  if (action === 'create') await apply.perform(createProject, { body: { ...described, id, environments } })
  else if (changes(step, 'name', 'description', 'mode', 'defaultStickiness'))
    await apply.perform(updateProject, { params, body: described })
  if (changes(step, 'featureNaming', 'linkTemplates', 'featureLimit'))
    await apply.perform(updateProjectEnterpriseSettings, {
      params,
      body: {
        ...(featureNaming ? { featureNaming } : {}),
        ...(linkTemplates ? { linkTemplates } : {}),
        ...(featureLimit === undefined ? {} : { featureLimit }),
      },
    })
  if (action === 'update') await setEnvironments(apply, params, before?.environments, environments)
  await setAccess(apply, params, access, step)
}

type Params = { projectId: string }

async function setEnvironments(
  apply: Apply,
  params: Params,
  before: readonly string[] = [],
  after: readonly string[] = [],
): Promise<void> {
  for (const environment of after)
    if (!before.includes(environment))
      await apply.perform(addEnvironmentToProject, { params, body: { environment } })
  for (const environment of before)
    if (!after.includes(environment))
      await apply.perform(removeEnvironmentFromProject, { params: { ...params, environment } })
}

async function setAccess(
  apply: Apply,
  params: Params,
  access: Item<'projects'>['access'],
  step: Step<'projects'>,
): Promise<void> {
  const { ids } = apply
  const rolesOf = (names: readonly string[]) => names.flatMap((role) => ids.roles.idOf(role) ?? [])
  const isChanged = (kind: string, name: string) =>
    changes(step, 'access', `access.${kind}`, `access.${kind}.${name}`)
  for (const [name, names] of Object.entries(access?.users ?? {})) {
    if (!isChanged('users', name)) continue
    const at = { ...params, userId: String(ids.accountOf(name)) }
    const roles = rolesOf(names)
    await (roles.length === 0
      ? apply.perform(removeUserAccess, { params: at })
      : apply.perform(setRolesForUser, { params: at, body: { roles } }))
  }
  for (const [name, names] of Object.entries(access?.groups ?? {})) {
    if (!isChanged('groups', name)) continue
    const at = { ...params, groupId: String(ids.groups.idOf(name)) }
    const roles = rolesOf(names)
    await (roles.length === 0
      ? apply.perform(removeGroupAccess, { params: at })
      : apply.perform(setRolesForGroup, { params: at, body: { roles } }))
  }
}

/** Sets the approvals of a project's environments that differ. */
export const performApprovals: Performer<'projects'> = async (apply, { name, before, after }) => {
  for (const [environment, wanted] of Object.entries(after?.approvals ?? {})) {
    if ((ownValue(before?.approvals ?? {}, environment) ?? null) === wanted) continue
    await apply.perform(updateProjectChangeRequestConfig, {
      params: { projectId: name, environment },
      body: {
        changeRequestsEnabled: wanted !== null,
        ...(wanted === null ? {} : { requiredApprovals: wanted }),
      },
    })
  }
}
