import { idOfPermission, isPermission } from '#shared/access/permissions/index.ts'
import { pick, WHOLE_FIELDS, type Parts } from '#shared/audit/undo/index.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

type Adds = (queries: Queries, ids: readonly string[] | undefined, parts: Parts) => Promise<void>

const addProjects: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('projects')
    .selectAll()
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('id'), ids ?? [])))
    .execute()
  for (const row of rows) {
    const project = {
      name: row.name,
      description: row.description,
      mode: row.mode,
      defaultStickiness: row.default_stickiness,
      featureLimit: row.feature_limit,
      featureNaming: row.feature_naming === null ? null : fromJson(row.feature_naming),
      linkTemplates: fromJson(row.link_templates),
    }
    parts.set(['project', row.id], {})
    parts.set(['project', row.id, 'settings'], pick(project, WHOLE_FIELDS.project))
    parts.set(['project', row.id, 'archived'], row.archived_at !== null)
  }
  await addProjectEnvironments(queries, ids, parts)
  await addProjectAccess(queries, ids, parts)
  await addCodeFolders(queries, ids, parts)
}

const addCodeFolders: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('project_code_folders')
    .select(['project', 'folder'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), ids ?? [])))
    .orderBy('project')
    .orderBy('position')
    .execute()
  for (const [project, own] of groupRows(rows, (one) => one.project))
    parts.set(
      ['project', project, 'code-folders'],
      own.map(({ folder }) => folder),
    )
}

const addProjectEnvironments: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('project_environments as here')
    .leftJoin('change_request_settings as setting', (join) =>
      join
        .onRef('setting.project', '=', 'here.project')
        .onRef('setting.environment', '=', 'here.environment'),
    )
    .select(['here.project', 'here.environment', 'default_strategy', 'setting.required_approvals'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('here.project'), ids ?? [])))
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

const addProjectAccess: Adds = async (queries, ids, parts) => {
  const users = await queries
    .selectFrom('user_roles')
    .select(['user_id as holder', 'role_id as role', 'project'])
    .where('project', '!=', '')
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), ids ?? [])))
    .orderBy('role_id')
    .execute()
  const groups = await queries
    .selectFrom('group_roles')
    .select(['group_id as holder', 'role_id as role', 'project'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('project'), ids ?? [])))
    .orderBy('role_id')
    .execute()
  const add = (kind: string, rows: typeof users) => {
    for (const { holder, role, project } of rows) {
      const path = ['project', project, 'access', kind, String(holder)]
      parts.set(path, [...((parts.get(path) ?? []) as number[]), role])
    }
  }
  add('user', users)
  add('group', groups)
}

const addEnvironments: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('environments')
    .select(['name', 'type', 'sort_order as sortOrder', 'enabled', 'required_approvals as requiredApprovals'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('name'), ids ?? [])))
    .execute()
  for (const row of rows) parts.set(['environment', row.name], pick(row, WHOLE_FIELDS.environment))
}

const addRoles: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('id'), (ids ?? []).map(Number))))
    .execute()
  const held = await queries
    .selectFrom('role_permissions')
    .select(['role_id', 'permission', 'environment'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('role_id'), (ids ?? []).map(Number))))
    .execute()
  const heldBy = groupRows(held, (one) => one.role_id)
  for (const row of rows) {
    const permissions = (heldBy.get(row.id) ?? [])
      .flatMap(({ permission, environment }) =>
        isPermission(permission) ? [{ permission, environment }] : [],
      )
      .sort((a, b) => idOfPermission(a.permission) - idOfPermission(b.permission))
      .map(({ permission, environment }) => ({
        name: permission,
        ...(environment === '' ? {} : { environment }),
      }))
    parts.set(['role', String(row.id)], pick({ ...row, permissions }, WHOLE_FIELDS.role))
  }
}

const addGroups: Adds = async (queries, ids, parts) => {
  const rows = await queries
    .selectFrom('groups')
    .select(['id', 'name', 'description', 'root_role_id as rootRole', 'mappings_sso'])
    .select(['created_at as createdAt', 'created_by as createdBy'])
    .$if(ids !== undefined, (q) => q.where((eb) => inList(eb.ref('id'), (ids ?? []).map(Number))))
    .execute()
  const members = await queries
    .selectFrom('group_users')
    .select(['group_id', 'user_id'])
    .where((eb) =>
      inList(
        eb.ref('group_id'),
        rows.map((row) => row.id),
      ),
    )
    .orderBy('user_id')
    .execute()
  const membersOf = groupRows(members, (one) => one.group_id)
  for (const row of rows) {
    const users = (membersOf.get(row.id) ?? []).map((one) => one.user_id)
    const group = { ...row, mappingsSSO: fromJson(row.mappings_sso), users }
    parts.set(['group', String(row.id)], pick(group, WHOLE_FIELDS.group))
  }
}

/** Readers of places and the access to them, by the kind that their paths begin with. */
export const PLACE_READERS: Readonly<Record<string, Adds>> = {
  project: addProjects,
  environment: addEnvironments,
  role: addRoles,
  group: addGroups,
}
