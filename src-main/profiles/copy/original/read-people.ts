import { z } from 'zod'

import { SCENARIO_ITEMS, type ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import type { Reader } from '../../promotion/original/ask-original.ts'
import { AT_ONCE } from '../../promotion/original/read-original.ts'
import { inNumber, type LeftOuts } from '../left-out.ts'

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish()
const Role = z.object({
  id: z.int(),
  name: z.string(),
  type: maybe(z.string()),
  description: maybe(z.string()),
})
const Person = z.object({
  id: z.int(),
  username: maybe(z.string()),
  email: maybe(z.string()),
  name: maybe(z.string()),
})
const Account = Person.extend({ rootRole: maybe(z.union([z.int(), z.string()])) })
const Users = z.object({ users: z.array(Account), rootRoles: maybe(z.array(Role)) })
const Roles = z.object({ roles: z.array(Role) })
const RoleWithPermissions = z.object({
  permissions: maybe(z.array(z.object({ name: z.string(), environment: maybe(z.string()) }))),
})
const ServiceAccounts = z.object({ serviceAccounts: z.array(Account) })
const Groups = z.object({
  groups: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      description: maybe(z.string()),
      mappingsSSO: maybe(z.array(z.string())),
      rootRole: maybe(z.int()),
      users: maybe(z.array(z.object({ user: Person }))),
    }),
  ),
})
const Held = { roles: maybe(z.array(z.int())), roleId: maybe(z.int()) }
const ProjectAccess = z.object({
  users: z.array(Person.extend(Held)),
  groups: z.array(z.object({ name: z.string(), ...Held })),
  roles: maybe(z.array(Role)),
})

type Access = NonNullable<NonNullable<ScenarioItems['projects']>[number]['access']>

/** People of a service, and what they may do, by the lists of a scenario. */
export interface People extends Pick<ScenarioItems, 'roles' | 'users' | 'serviceAccounts' | 'groups'> {
  /** Roles in projects, by the id of the project. */
  access: ReadonlyMap<string, Access>
}

const keyOf = ({ username, email }: z.output<typeof Person>): string => username || email || ''

/** Reads users, groups and roles, as far as the token may. Passwords stay where they are. */
export async function readPeople(
  read: Reader,
  projects: readonly string[],
  leftOut: LeftOuts,
): Promise<People> {
  const users = await leftOut.unlessRefused('Users', read('getUsers', Users))
  const roles = (await leftOut.unlessRefused('Roles', read('getRoles', Roles)))?.roles
  const names = new Map([...(users?.rootRoles ?? []), ...(roles ?? [])].map(({ id, name }) => [id, name]))
  const groups = (await leftOut.unlessRefused('Groups', read('getGroups', Groups)))?.groups
  const accounts = await leftOut.unlessRefused(
    'Service accounts',
    read('getServiceAccounts', ServiceAccounts),
  )
  const access = new Map<string, Access>()
  for (const projectId of projects) {
    const what = `Who may do what in the project ${projectId}`
    const held = await leftOut.unlessRefused(
      what,
      read('getProjectAccess', ProjectAccess, { params: { projectId } }),
    )
    if (!held) continue
    for (const { id, name } of held.roles ?? []) names.set(id, name)
    access.set(projectId, toAccess(held, names))
  }
  const people = (users?.users ?? []).filter((one) => keyOf(one) !== '')
  if (people.length > 0)
    leftOut.add(
      `Passwords of ${inNumber(people.length, 'user')}`,
      'No service shows them. Set new ones in the copy where you need them.',
    )
  return {
    ...(roles ? { roles: await readCustomRoles(read, roles, leftOut) } : {}),
    ...(users ? { users: toUsers(people, names, leftOut) } : {}),
    ...(accounts ? { serviceAccounts: toServiceAccounts(accounts.serviceAccounts, names) } : {}),
    ...(groups ? { groups: toGroups(groups, names) } : {}),
    access,
  }
}

type Names = ReadonlyMap<number, string>

const toUsers = (people: readonly z.output<typeof Account>[], names: Names, leftOut: LeftOuts) =>
  people.flatMap((one) => {
    const { username, email, name, rootRole } = one
    const user = SCENARIO_ITEMS.users.safeParse({
      ...(username ? { username } : {}),
      email: email ?? '',
      name: name ?? '',
      rootRole: nameOfRole(rootRole, names),
    })
    if (!user.success) leftOut.addItem(`users/${keyOf(one)}`, user.error.issues[0]?.message ?? ANOTHER_SHAPE)
    return user.success ? [user.data] : []
  })

const toServiceAccounts = (accounts: readonly z.output<typeof Account>[], names: Names) =>
  accounts
    .filter((one) => keyOf(one) !== '')
    .map((one) => ({
      username: keyOf(one),
      name: one.name ?? keyOf(one),
      rootRole: nameOfRole(one.rootRole, names),
    }))

const toGroups = (groups: z.output<typeof Groups>['groups'], names: Names) =>
  groups.map(({ name, description, mappingsSSO, rootRole, users }) => ({
    name,
    description: description ?? '',
    mappingsSSO: mappingsSSO ?? [],
    rootRole: rootRole == null ? null : (names.get(rootRole) ?? null),
    users: (users ?? []).map(({ user }) => keyOf(user)).filter((key) => key !== ''),
  }))

const ANOTHER_SHAPE = 'It has another shape.'

const nameOfRole = (role: number | string | null | undefined, names: Names): string =>
  typeof role === 'number' ? (names.get(role) ?? 'Viewer') : (role ?? 'Viewer')

function toAccess(
  { users, groups }: z.output<typeof ProjectAccess>,
  names: ReadonlyMap<number, string>,
): Access {
  const rolesOf = ({
    roles,
    roleId,
  }: {
    roles?: number[] | null | undefined
    roleId?: number | null | undefined
  }) => (roles ?? (roleId == null ? [] : [roleId])).flatMap((id) => names.get(id) ?? [])
  const held = <T extends Parameters<typeof rolesOf>[0]>(all: readonly T[], nameOf: (one: T) => string) =>
    Object.fromEntries(all.map((one) => [nameOf(one), rolesOf(one)] as const).filter(([name]) => name !== ''))
  return { users: held(users, keyOf), groups: held(groups, ({ name }) => name) }
}

const CUSTOM_TYPES = ['root-custom', 'custom'] as const

async function readCustomRoles(
  read: Reader,
  roles: readonly z.output<typeof Role>[],
  leftOut: LeftOuts,
): Promise<NonNullable<ScenarioItems['roles']>> {
  const custom = roles.filter(({ type }) => CUSTOM_TYPES.some((one) => one === type))
  const all = await mapAtOnce(custom, AT_ONCE, async ({ id, name, type, description }) => {
    const what = `The role ${name}`
    const params = { roleId: String(id) }
    const role = await leftOut.unlessRefused(what, read('getRoleById', RoleWithPermissions, { params }))
    if (!role) return []
    const permissions = (role.permissions ?? []).map((one) => ({
      name: one.name,
      ...(one.environment ? { environment: one.environment } : {}),
    }))
    const item = SCENARIO_ITEMS.roles.safeParse({ name, type, description: description ?? '', permissions })
    if (item.success) return [item.data]
    leftOut.addItem(`roles/${name}`, item.error.issues[0]?.message ?? ANOTHER_SHAPE)
    return []
  })
  return all.flat()
}
