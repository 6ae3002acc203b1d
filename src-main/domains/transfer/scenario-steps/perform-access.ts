import {
  createServiceAccount,
  deleteServiceAccount,
  updateServiceAccount,
} from '#shared/access/contract/service-accounts.ts'
import { createUser, deleteUser, updateUser } from '#shared/access/contract/users.ts'
import type { Performer } from './step-performer.ts'

export const performUser: Performer<'users'> = async (apply, { action, name, after }) => {
  const params = { id: String(apply.ids.users.idOf(name)) }
  if (action === 'delete') return apply.perform(deleteUser, { params })
  const { username, password, ...person } = after
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
  const { username, ...account } = after
  const body = { ...account, rootRole: apply.ids.roles.idOf(account.rootRole) }
  if (action === 'update') return apply.perform(updateServiceAccount, { params, body })
  const { id } = await apply.perform(createServiceAccount, { body: { ...body, username } })
  apply.ids.serviceAccounts.set(name, id)
}
