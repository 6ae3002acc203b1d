import { type EmailServices, queueLinkEmail } from '#domains/instance/email/queue-email.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation, preparedMutation, query } from '#kernel/use-case.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import * as contract from '#shared/access/contract/users.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'
import type { Queries } from '#store/queries.ts'

import type { AccessDirectory } from '../access/access-directory.ts'
import { holdsAdmin, setRootRole } from '../access/access.store.ts'
import { readRootRoles } from '../access/root-roles.store.ts'
import { rememberPassword } from '../passwords/new-password.ts'
import { issueResetLink } from '../passwords/reset-link.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import { requireUnmanaged, type ScimAccess } from '../scim/scim-access.ts'
import { hashPassword } from '../sessions/password.ts'
import { deletePerson, type DeletionServices } from '../user-admin/delete-person.ts'
import { readAccounts, readGroups, readPeople, searchPeople } from '../user-admin/people.read-model.ts'
import {
  inEvents,
  requirePersonWithRole,
  requireRootRoleMeant,
  toUserWithRole,
} from '../user-admin/person.ts'
import { insertUser, isLoginTaken, updateUserRow } from '../users/users.store.ts'
import { requirePerson } from '../users/require-person.ts'
import { displayNameOf, toUser } from '../users/user.ts'

/**
 * All people. Links are stored as hashes alone, so that none can be listed again: `inviteLink` is empty (recorded
 * exchange users/list-session).
 */
export const getUsers = query(contract.getUsers, async ({ visible }) => ({
  users: await mapInSteps(await readPeople(visible), (person) => ({
    ...toUserWithRole(person),
    inviteLink: '',
  })),
  rootRoles: await readRootRoles(visible),
}))

/** Nobody else signs in by this user name or e-mail address. Throws 400 (recorded exchange users/duplicate-e-mail). */
async function requireFreeLogin(
  queries: Queries,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  besides?: number,
): Promise<void> {
  for (const [field, login] of Object.entries({ username, email })) {
    if (login !== undefined && (await isLoginTaken(queries, login, besides)))
      throw badData('User already exists', `/body/${field}`)
  }
}

/**
 * Creates a person, with or without a password. The password given here is the Admin's choice and not measured: the
 * service has always taken it (recorded exchange users/weak-password); the invite link lets the person choose one
 * that is.
 */
export const createUser = ({
  access,
  pagesUrl,
  ...outgoing
}: EmailServices & { access: AccessDirectory; pagesUrl: () => string }) =>
  preparedMutation(
    contract.createUser,
    async (_context, { body: { password } }) => (password ? hashPassword(password) : undefined),
    async (context, { body }, passwordHash) => {
      const { everything, now } = context
      const username = body.username || undefined
      const email = body.email || undefined
      if (username === undefined && email === undefined)
        throw badData('You must specify username or email', '/body/email')
      await requireFreeLogin(everything, { username, email })
      const roleId = await requireRootRoleMeant(everything, body.rootRole)
      const createdAt = now.toISOString()
      const user = await insertUser(everything, {
        createdAt,
        ...(username === undefined ? {} : { username }),
        ...(email === undefined ? {} : { email }),
        ...(body.name ? { name: body.name } : {}),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      })
      if (passwordHash !== undefined) await rememberPassword(context, user.id, passwordHash)
      await setRootRole(everything, user.id, roleId, createdAt)
      const inviteLink = await issueResetLink(context, user, `${pagesUrl()}/new-user`)
      const isMailed =
        body.sendEmail !== false &&
        (await queueLinkEmail(context, outgoing, {
          template: 'getting-started',
          user,
          name: displayNameOf(user),
          link: inviteLink,
        }))
      context.record({ type: 'user-created', data: inEvents(user, roleId) })
      access.refreshAfter(context)
      const rootRole = isPublishedName(body.rootRole) ? body.rootRole : roleId
      return { ...toUser(user), rootRole, inviteLink, emailSent: isMailed }
    },
  )

/** Tells whether a root role may be answered as it was sent: the contract knows predefined roles alone by their names. */
const isPublishedName = (role: number | string): role is string =>
  PREDEFINED_ROLES.some(({ name }) => name === role)

/** Shorter texts find nobody (docs/contract/access.md#users). */
const SHORTEST_SEARCH = 2

export const searchUsers = query(contract.searchUsers, async ({ visible }, { query: { q = '' } }) => {
  const text = q.trim()
  if (text.length < SHORTEST_SEARCH) return []
  const found = await searchPeople(visible, text)
  return found.map((user) => {
    // only Admins see failed sign-ins and creation dates (recorded exchange users/search)
    const { loginAttempts: _attempts, createdAt: _created, ...rest } = toUser(user)
    return rest
  })
})

/** Lists the users and groups that access can be given to. */
export const getBaseUsersAndGroups = query(contract.getBaseUsersAndGroups, async ({ visible }) => ({
  users: (await readAccounts(visible)).map((account) => {
    const { id, name, username, email, accountType } = toUser(account)
    return {
      id,
      accountType,
      ...(name === undefined ? {} : { name }),
      ...(username === undefined ? {} : { username }),
      ...(email === undefined ? {} : { email }),
    }
  }),
  groups: await readGroups(visible),
}))

/**
 * Counts the accounts with ADMIN, from their own root role or a group's, by how they sign in (recorded
 * exchange users/admin-count).
 */
export const getAdminCount = ({ access }: { access: AccessDirectory }) =>
  query(contract.getAdminCount, async ({ visible }) => {
    const admins = (await readAccounts(visible)).filter(({ id }) =>
      access.grantsOf(id).some((grant) => grant.permissions.some(({ permission }) => permission === 'ADMIN')),
    )
    const people = admins.filter(({ kind }) => kind === 'user')
    const withPassword = people.filter(({ passwordHash }) => passwordHash !== null)
    return {
      password: withPassword.length,
      noPassword: people.length - withPassword.length,
      service: admins.length - people.length,
    }
  })

/** Deletes all users whom SCIM manages, all or none. Nobody deletes themselves, nor the last Admin. */
export const deleteScimUsers = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(contract.deleteScimUsers, async (context) => {
    const managed = (await readPeople(context.everything)).filter(({ scimId }) => scimId !== null)
    if (managed.length === 0) return
    for (const person of managed) await deletePerson(context, person, personalTokens)
    await requireAdminLeft(context.everything)
    access.refreshAfter(context)
  })

export const getUser = query(contract.getUser, async ({ visible }, { params: { id } }) =>
  toUserWithRole(await requirePersonWithRole(visible, id)),
)

/** Changes a person. An empty name or e-mail address takes it away; who has no user name needs an address. */
export const updateUser = ({ access, scim }: { access: AccessDirectory; scim: ScimAccess }) =>
  mutation(contract.updateUser, async (context, { params: { id }, body }) => {
    const { everything, now } = context
    const before = await requirePersonWithRole(everything, id)
    // SCIM does not say how an Admin signs in
    if (!(await holdsAdmin(everything, id))) requireUnmanaged(scim, before)
    if (body.email === '' && before.username === null)
      throw badData('You must specify username or email', '/body/email')
    await requireFreeLogin(everything, { email: body.email || undefined }, id)
    await updateUserRow(everything, id, {
      ...(body.name === undefined ? {} : { name: body.name || null }),
      ...(body.email === undefined ? {} : { email: body.email || null }),
    })
    if (body.rootRole !== undefined) {
      const roleId = await requireRootRoleMeant(everything, body.rootRole)
      await setRootRole(everything, id, roleId, now.toISOString())
      await requireAdminLeft(everything)
      access.refreshAfter(context)
    }
    const after = await requirePersonWithRole(everything, id)
    context.record({
      type: 'user-updated',
      data: inEvents(after, after.rootRole),
      preData: inEvents(before, before.rootRole),
    })
    return toUserWithRole(after)
  })

/** Deletes a person with sessions, roles and tokens. Nobody deletes themselves, nor the last Admin. */
export const deleteUser = ({ access, personalTokens, scim }: DeletionServices) =>
  mutation(contract.deleteUser, async (context, { params: { id } }) => {
    const person = await requirePersonWithRole(context.everything, id)
    requireUnmanaged(scim, person)
    await deletePerson(context, person, personalTokens)
    await requireAdminLeft(context.everything)
    access.refreshAfter(context)
  })

/** Reads a user's access and where it comes from, for the page of that user. */
export const getUserAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  query(contract.getUserAccount, async ({ visible }, { params: { id } }) => {
    const user = await requirePerson(visible, id)
    return {
      grants: access.grantsOf(id).map(({ role, via, project }) => ({
        role,
        via,
        ...(project === undefined ? {} : { project }),
      })),
      personalTokens: personalTokens.of(id).length,
      hasPassword: user.passwordHash !== null,
    }
  })
