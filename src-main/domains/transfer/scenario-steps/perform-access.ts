import { createGroup, deleteGroup, updateGroup } from '#shared/access/contract/groups.ts'
import { createRole, deleteRole, updateRole } from '#shared/access/contract/roles.ts'
import {
  createServiceAccount,
  deleteServiceAccount,
  updateServiceAccount,
} from '#shared/access/contract/service-accounts.ts'
import { createUser, deleteUser, updateUser } from '#shared/access/contract/users.ts'
import type { Item, Performer } from './step-performer.ts'

export const performRole: Performer<'roles'> = async (apply, { action, name, before, after }) => {
  const params = { roleId: String(apply.ids.roles.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteRole, { params })
  if (action === 'update') return apply.perform(updateRole, { params, body: { ...before, ...after } })
  const { roles } = await apply.perform(createRole, { body: after })
  apply.ids.roles.set(name, roles.id)
}

export const performUser: Performer<'users'> = async (apply, { action, name, after }) => {
  const params = { id: String(apply.ids.users.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteUser, { params })
  const { username, password, ...person } = after as Item<'users'>
  const rootRole = apply.ids.roles.idOf(person.rootRole)
  if (action === 'update') return apply.perform(updateUser, { params, body: { ...person, rootRole } })
  const body = {
    ...person,
    rootRole,
    sendEmail: false,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  }
  const { id } = await apply.perform(createUser, { body })
  apply.ids.users.set(name, id)
}

export const performServiceAccount: Performer<'serviceAccounts'> = async (apply, { action, name, after }) => {
  const params = { id: String(apply.ids.serviceAccounts.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteServiceAccount, { params })
  const { username, ...account } = after as Item<'serviceAccounts'>
  const body = { ...account, rootRole: apply.ids.roles.idOf(account.rootRole) }
  if (action === 'update') return apply.perform(updateServiceAccount, { params, body })
  const { id } = await apply.perform(createServiceAccount, { body: { ...body, username } })
  apply.ids.serviceAccounts.set(name, id)
}

export const performGroup: Performer<'groups'> = async (apply, { action, name, before, after }) => {
  const { ids } = apply
  const params = { groupId: String(ids.groups.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteGroup, { params })
  const { users, rootRole, ...group } = { ...before, ...after } as Item<'groups'>
  const body = {
    ...group,
    ...(rootRole === undefined ? {} : { rootRole: rootRole === null ? null : ids.roles.idOf(rootRole) }),
    ...(users === undefined ? {} : { users: users.map((user) => ({ user: { id: ids.accountOf(user) } })) }),
  }
  if (action === 'update') return apply.perform(updateGroup, { params, body })
  const { id } = await apply.perform(createGroup, { body })
  ids.groups.set(name, id)
}
