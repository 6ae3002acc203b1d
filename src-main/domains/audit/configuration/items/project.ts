import { pick, WHOLE_FIELDS } from '#shared/audit/undo/index.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { updateProjectCode } from '#shared/clients/contract/code-references.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { addDefaultStrategyToProjectEnvironment } from '#shared/flags/contract/default-strategies.ts'
import { ownValue } from '#shared/own-value.ts'
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
  archiveProject,
  createProject,
  deleteProject,
  reviveProject,
  updateProject,
  updateProjectEnterpriseSettings,
} from '#shared/projects/contract/project-lifecycle.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import { done, type Data, type ItemKind } from './item-kind.ts'

type Read = ItemKind['read']
type Perform = ItemKind['perform']

const readEnvironments: Read = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('project_environments as here')
    .leftJoin('change_request_settings as setting', (join) =>
      join
        .onRef('setting.project', '=', 'here.project')
        .onRef('setting.environment', '=', 'here.environment'),
    )
    .select(['here.project', 'here.environment', 'default_strategy', 'setting.required_approvals'])
    .where((eb) => inList(eb.ref('here.project'), ids))
    .execute()
  for (const row of rows) {
    const path = ['project', row.project, 'env', row.environment]
    parts.set(path, true)
    parts.set(
      [...path, 'default-strategy'],
      row.default_strategy === null ? null : fromJson(row.default_strategy),
    )
    parts.set([...path, 'approvals'], row.required_approvals)
  }
}

const readAccess: Read = async (queries, ids, parts) => {
  const users = await queries
    .selectFrom('user_roles')
    .select(['user_id as holder', 'role_id as role', 'project'])
    .where('project', '!=', '')
    .where((eb) => inList(eb.ref('project'), ids))
    .orderBy('role_id')
    .execute()
  const groups = await queries
    .selectFrom('group_roles')
    .select(['group_id as holder', 'role_id as role', 'project'])
    .where((eb) => inList(eb.ref('project'), ids))
    .orderBy('role_id')
    .execute()
  const add = (kind: string, rows: typeof users) => {
    for (const { holder, role, project: id } of rows) {
      const path = ['project', id, 'access', kind, String(holder)]
      parts.set(path, [...((parts.get(path) ?? []) as number[]), role])
    }
  }
  add('user', users)
  add('group', groups)
}

const readCodeFolders: Read = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('project_code_folders')
    .select(['project', 'folder'])
    .where((eb) => inList(eb.ref('project'), ids))
    .orderBy('project')
    .orderBy('position')
    .execute()
  for (const [id, own] of groupRows(rows, (one) => one.project))
    parts.set(
      ['project', id, 'code-folders'],
      own.map(({ folder }) => folder),
    )
}

const settings: Perform = async ({ perform }, { path: [, projectId], before, after }) => {
  const { featureLimit, featureNaming, linkTemplates, ...body } = after as Data
  const params = { projectId }
  const differ = (names: readonly string[]) =>
    names.some(
      (name) => !isEqual(ownValue(before as Data, name) ?? null, ownValue(after as Data, name) ?? null),
    )
  if (differ(Object.keys(body))) await perform(updateProject, { params, body })
  if (differ(['featureLimit', 'featureNaming', 'linkTemplates']))
    await perform(updateProjectEnterpriseSettings, {
      params,
      body: { featureNaming: featureNaming ?? { pattern: null }, linkTemplates, featureLimit },
    })
  return undefined
}

const access: Perform = ({ perform }, { path: [, projectId, , kind, id], after }) => {
  const roles = (after ?? []) as readonly number[]
  const params = { projectId, ...(kind === 'user' ? { userId: id } : { groupId: id }) }
  if (roles.length === 0)
    return done(perform(kind === 'user' ? removeUserAccess : removeGroupAccess, { params }))
  return done(perform(kind === 'user' ? setRolesForUser : setRolesForGroup, { params, body: { roles } }))
}

/** Stands for the default strategy of an environment that has none of its own: the operation needs a body. */
const INITIAL_STRATEGY = { name: 'flexibleRollout' }

const environmentOf: Perform = ({ perform }, { path: [, projectId, , environment, part], after }) => {
  const params = { projectId, environment }
  if (part === 'default-strategy') {
    const isUnset = after === null
    const body = isUnset ? INITIAL_STRATEGY : after
    return done(perform(addDefaultStrategyToProjectEnvironment, { params, body }, { isUnset }))
  }
  if (part === 'approvals') {
    const changeRequestsEnabled = typeof after === 'number'
    const body = { changeRequestsEnabled, ...(changeRequestsEnabled ? { requiredApprovals: after } : {}) }
    return done(perform(updateProjectChangeRequestConfig, { params, body }))
  }
  if (after === undefined) return done(perform(removeEnvironmentFromProject, { params }))
  return done(perform(addEnvironmentToProject, { params: { projectId }, body: { environment } }))
}

const itself: Perform = ({ perform }, { path: [, projectId], after }) =>
  done(
    after === undefined
      ? perform(deleteProject, { params: { projectId } })
      : perform(createProject, { body: { ...(after as Data), id: projectId } }),
  )

const PARTS: Readonly<Record<string, Perform>> = {
  settings,
  access,
  env: environmentOf,
  archived: ({ perform }, { path: [, projectId], after }) =>
    done(perform(after === true ? archiveProject : reviveProject, { params: { projectId } })),
  'code-folders': ({ perform }, { path: [, projectId], after }) =>
    done(perform(updateProjectCode, { params: { projectId }, body: { folders: after ?? [] } })),
}

/** A project has its settings, its environments, the access to it and the folders of its code as parts of their own. */
export const project: ItemKind = {
  kind: 'project',
  names: (queries) => queries.selectFrom('projects').select('id as name').execute(),

  async read(queries, ids, parts) {
    const rows = await queries
      .selectFrom('projects')
      .selectAll()
      .where((eb) => inList(eb.ref('id'), ids))
      .execute()
    for (const row of rows) {
      const item = {
        name: row.name,
        description: row.description,
        mode: row.mode,
        defaultStickiness: row.default_stickiness,
        featureLimit: row.feature_limit,
        featureNaming: row.feature_naming === null ? null : fromJson(row.feature_naming),
        linkTemplates: fromJson(row.link_templates),
      }
      parts.set(['project', row.id], {})
      parts.set(['project', row.id, 'settings'], pick(item, WHOLE_FIELDS.project))
      parts.set(['project', row.id, 'archived'], row.archived_at !== null)
    }
    await readEnvironments(queries, ids, parts)
    await readAccess(queries, ids, parts)
    await readCodeFolders(queries, ids, parts)
  },

  perform: (acts, change) => (ownValue(PARTS, change.path[2] ?? '') ?? itself)(acts, change),
}
