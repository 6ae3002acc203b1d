import type { PartChange, Path } from './part.ts'
import { final, lossy, pick, reversible, type LoggedChange } from './reading.ts'
import { readingOf, WHOLE_FIELDS } from './vocabulary-changes.ts'

type Data = Record<string, unknown>

/** A list as a part; undefined if it is empty. */
const listOrNone = (list: unknown) => (Array.isArray(list) && list.length > 0 ? list : undefined)

const inProject = ({ project }: LoggedChange, ...rest: string[]): Path => ['project', project ?? '', ...rest]

const environment = readingOf((value) => ['environment', String(value['name'])], WHOLE_FIELDS.environment)

/** A clone begins with flags that its event does not name: deleting it would take more than the event gave. */
const environmentCreated = reversible((event) => {
  if (!event.data || event.data['clonedFrom'] !== undefined) return null
  return environment.kind === 'reversible' ? environment.changes(event) : null
})

const project = reversible((event) => {
  const { data, preData } = event
  if (!data) return null
  const path = inProject(event, 'settings')
  if (!preData) {
    const environments = Array.isArray(data['environments']) ? (data['environments'] as string[]) : []
    return [
      { path: inProject(event), before: undefined, after: {} },
      { path, before: undefined, after: pick(data, WHOLE_FIELDS.project) },
      { path: inProject(event, 'archived'), before: undefined, after: false },
      ...environments.map((name) => ({
        path: inProject(event, 'env', name),
        before: undefined,
        after: true,
      })),
    ]
  }
  return [{ path, before: pick(preData, WHOLE_FIELDS.project), after: pick(data, WHOLE_FIELDS.project) }]
})

const archived = (after: boolean) =>
  reversible((event) => [{ path: inProject(event, 'archived'), before: !after, after }])

const codeFolders = reversible((event) => [
  {
    path: inProject(event, 'code-folders'),
    before: listOrNone(event.preData?.['folders']),
    after: listOrNone(event.data?.['folders']),
  },
])

const environmentAdded = reversible((event) => [
  { path: inProject(event, 'env', event.environment ?? ''), before: undefined, after: true },
])

const defaultStrategy = reversible((event) => {
  const path = inProject(event, 'env', event.environment ?? '', 'default-strategy')
  // an empty object means that the project had no default strategy of its own
  const value = (side: Data | null) => (side === null || Object.keys(side).length === 0 ? null : side)
  return [{ path, before: value(event.preData), after: value(event.data) }]
})

const approvals = reversible((event) => {
  const { data, preData } = event
  if (!data || !preData) return null
  const path = inProject(event, 'env', event.environment ?? '', 'approvals')
  return [{ path, before: preData['requiredApprovals'] ?? null, after: data['requiredApprovals'] ?? null }]
})

const rolesOfMember = (kind: 'user' | 'group') =>
  reversible((event) => {
    const { data, preData } = event
    const holder = (preData ?? data)?.[`${kind}Id`]
    if (!preData) return null
    return [
      {
        path: inProject(event, 'access', kind, String(holder)),
        before: listOrNone(preData['roles']),
        after: listOrNone(data?.['roles']),
      },
    ]
  })

interface HeldRole {
  id: number
  users: number[]
  groups: number[]
}

/** The roles of each member, from the members of each role. */
function byMember(roles: readonly HeldRole[]): Map<string, number[]> {
  const held = new Map<string, number[]>()
  const add = (key: string, role: number) => held.set(key, [...(held.get(key) ?? []), role])
  for (const { id, users, groups } of roles) {
    for (const user of users) add(`user/${user}`, id)
    for (const group of groups) add(`group/${group}`, id)
  }
  return held
}

const access = reversible((event) => {
  const { data, preData } = event
  if (!Array.isArray(data?.['roles']) || !Array.isArray(preData?.['roles'])) return null
  const before = byMember(preData['roles'] as HeldRole[])
  const after = byMember(data['roles'] as HeldRole[])
  return [...new Set([...before.keys(), ...after.keys()])].map((key): PartChange => {
    const path = inProject(event, 'access', ...key.split('/'))
    return { path, before: before.get(key), after: after.get(key) }
  })
})

const role = readingOf((value) => ['role', String(value['id'])], WHOLE_FIELDS.role)
const group = readingOf(
  (value) => ['group', String(value['id'])],
  WHOLE_FIELDS.group,
  // members are sorted by name
  (value) => ({ ...value, users: [...((value['users'] ?? []) as number[])].sort((a, b) => a - b) }),
)

/** A group is deleted with the roles that it had in projects. */
const groupDeleted = reversible((event) => {
  const { preData } = event
  const own = group.kind === 'reversible' ? group.changes(event) : null
  const projects = preData?.['projects']
  const held = preData?.['access'] ?? (Array.isArray(projects) && projects.length > 0 ? null : [])
  if (!own || !Array.isArray(held)) return null
  const access = (held as { project: string; roles: number[] }[]).map(
    ({ project: name, roles }): PartChange => ({
      path: ['project', name, 'access', 'group', String(preData?.['id'])],
      before: listOrNone(roles),
      after: undefined,
    }),
  )
  return [...own, ...access]
})

/** Events of environments, projects, and the access to them. */
export const PLACE_READINGS = {
  'environment-created': environmentCreated,
  'environment-updated': environment,
  'environment-deleted': lossy(
    'Strategies and states of flags, tokens and permissions were deleted with the environment. Create it anew, or restore a backup.',
  ),
  'project-environment-added': environmentAdded,
  'project-environment-removed': lossy(
    'Strategies and states of flags were deleted with the environment. Add it again and set them up, or restore a backup.',
  ),
  'project-created': project,
  'project-updated': project,
  'project-code-folders-updated': codeFolders,
  'project-archived': archived(true),
  'project-revived': archived(false),
  'project-deleted': lossy(
    'Tokens, access and archived flags were deleted with the project. Create it anew, or restore a backup.',
  ),
  'default-strategy-updated': defaultStrategy,
  'change-request-configuration-updated': approvals,
  'project-access-added': lossy(
    'The event does not keep who had these roles before. Change the access of the members instead.',
  ),
  'project-access-updated': access,
  'project-access-user-roles-updated': rolesOfMember('user'),
  'project-access-user-roles-deleted': rolesOfMember('user'),
  'project-access-group-roles-updated': rolesOfMember('group'),
  'project-access-group-roles-deleted': rolesOfMember('group'),
  'role-created': role,
  'role-updated': role,
  'role-deleted': role,
  'group-created': group,
  'group-updated': group,
  'group-deleted': groupDeleted,
  'group-user-added': final('A sign-in or SCIM set the members. Change them where they come from.'),
  'group-user-removed': final('A sign-in or SCIM set the members. Change them where they come from.'),
  'scim-groups-deleted': final('SCIM creates its groups again.'),
} as const
