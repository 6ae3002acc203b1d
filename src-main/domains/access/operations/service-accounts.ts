import { disableActionSets } from '#domains/signals/actions/set-enabled.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/service-accounts.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { setRootRole } from '../access/access.store.ts'
import { readRootRoles, requireRootRole } from '../access/root-roles.store.ts'
import { issuePersonalToken } from '../personal-tokens/issue-personal-token.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { toPersonalToken, withdrawPersonalToken } from '../personal-tokens/personal-token.ts'
import {
  deleteServiceAccountRow,
  readServiceAccounts,
  renameServiceAccount,
  requireServiceAccount,
  type StoredServiceAccount,
} from '../service-accounts/service-accounts.store.ts'
import { insertUser, isLoginTaken } from '../users/users.store.ts'
import type { ServiceAccount } from '#shared/access/schemas/service-account.ts'
import { imageUrlOf } from '../users/user.ts'

/** All service accounts, and the root roles one can have (docs/contract/access.md#service-accounts). */
export const getServiceAccounts = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(contract.getServiceAccounts, async ({ visible }) => ({
    serviceAccounts: (await readServiceAccounts(visible)).map((one) => toServiceAccount(one, personalTokens)),
    rootRoles: await readRootRoles(visible),
  }))

/** A service account as the API answers it, with its tokens as they are in memory. */
function toServiceAccount(account: StoredServiceAccount, directory: PersonalTokenDirectory): ServiceAccount {
  const { id, name, username, rootRole, createdAt } = account
  return {
    id,
    name,
    username,
    rootRole,
    imageUrl: imageUrlOf(account),
    createdAt,
    seenAt: null,
    tokens: directory.of(id).map(toPersonalToken),
  }
}

/** Builds the event data of a service account. */
function toEventData({ id, name, username, rootRole }: StoredServiceAccount): Record<string, unknown> {
  return { id, name, username, rootRole }
}

/**
 * Creates a service account: it has no password, and can do nothing until it has a token
 * (docs/contract/access.md#service-accounts).
 */
export const createServiceAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(contract.createServiceAccount, async (context, { body: { name, username, rootRole } }) => {
    const { everything } = context
    // must not equal the e-mail address of a user, since both are accepted at sign-in
    if (await isLoginTaken(everything, username))
      throw new AppError(
        'NameExistsError',
        `There already exists a user or service account named ${username}`,
      )
    await requireRootRole(everything, rootRole)
    const at = context.now.toISOString()
    const { id } = await insertUser(everything, { name, username, createdAt: at, kind: 'service-account' })
    await setRootRole(everything, id, rootRole, at)
    const account = await requireServiceAccount(everything, id)
    context.record({ type: 'service-account-created', data: toEventData(account) })
    access.refreshAfter(context)
    return toServiceAccount(account, personalTokens)
  })

/** Sets the name, the root role, or both; what is left out stays (docs/contract/access.md#service-accounts). */
export const updateServiceAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(contract.updateServiceAccount, async (context, { params: { id }, body: { name, rootRole } }) => {
    const { everything } = context
    const before = await requireServiceAccount(everything, id)
    if (name !== undefined) await renameServiceAccount(everything, id, name)
    if (rootRole !== undefined) {
      await requireRootRole(everything, rootRole)
      await setRootRole(everything, id, rootRole, context.now.toISOString())
    }
    const after = await requireServiceAccount(everything, id)
    context.record({
      type: 'service-account-updated',
      data: toEventData(after),
      preData: toEventData(before),
    })
    access.refreshAfter(context)
    return toServiceAccount(after, personalTokens)
  })

/** Deletes a service account: its tokens are refused from the reply on. It never counts as the last Admin.
 * Action sets that it acts for are turned off. */
export const deleteServiceAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(contract.deleteServiceAccount, async (context, { params: { id } }) => {
    const account = await requireServiceAccount(context.everything, id)
    await disableActionSets(context, { actorId: id })
    await deleteServiceAccountRow(context.everything, id)
    context.record({ type: 'service-account-deleted', preData: toEventData(account) })
    access.refreshAfter(context)
    context.onCommit(() => personalTokens.removeOf(id))
  })

export const getServiceAccountTokens = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(contract.getServiceAccountTokens, async ({ visible }, { params }) => {
    const { id } = await requireServiceAccount(visible, params.id)
    return { pats: personalTokens.of(id).map(toPersonalToken) }
  })

/** Creates a token of a service account, by the rules of personal tokens (docs/contract/access.md#service-accounts). */
export const createServiceAccountToken = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(contract.createServiceAccountToken, async (context, { params: { id }, body }) => {
    const { username } = await requireServiceAccount(context.everything, id)
    const created = await issuePersonalToken(context, personalTokens, { ...body, userId: id })
    const { secret: _secret, ...data } = created
    context.record({ type: 'service-account-token-created', data: { ...data, username } })
    return created
  })

export const deleteServiceAccountToken = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  mutation(contract.deleteServiceAccountToken, async (context, { params: { id, tokenId } }) => {
    const { username } = await requireServiceAccount(context.everything, id)
    const token = await withdrawPersonalToken(context, personalTokens, { id: tokenId, userId: id })
    context.record({ type: 'service-account-token-deleted', preData: { ...token, username } })
  })
