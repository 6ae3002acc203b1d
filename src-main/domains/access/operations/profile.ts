import { badData } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as emailSubscriptionsContract from '#shared/access/contract/email-subscriptions.ts'
import * as profileContract from '#shared/access/contract/profile.ts'
import { DEFAULT_PROJECT, type Grant } from '#shared/access/rules/index.ts'
import type { Role } from '#shared/access/schemas/role.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import {
  deleteSubscription,
  insertSubscription,
  readSubscriptions,
  requireSubscription,
} from '../users/email-subscriptions.store.ts'
import { readActiveProjects, readGroupNames, readRoles } from '../users/roles.read-model.ts'
import { requirePersonCalling } from '../users/require-person.ts'
import { findUser } from '../users/users.store.ts'

/** Subscribes the caller to an e-mail; a second time changes nothing. */
export const subscribeEmailSubscription = mutation(
  emailSubscriptionsContract.subscribeEmailSubscription,
  async ({ everything, caller, record }, { params: { subscription } }) => {
    requireSubscription(subscription)
    const userId = requirePersonCalling(caller)
    const before = await readSubscriptions(everything, userId)
    if (before.includes(subscription)) return
    await insertSubscription(everything, userId, subscription)
    record({ type: 'email-subscribed', data: { name: subscription } })
  },
)

/** Ends the caller's subscription to an e-mail; none is no error. */
export const unsubscribeEmailSubscription = mutation(
  emailSubscriptionsContract.unsubscribeEmailSubscription,
  async ({ everything, caller, record }, { params: { subscription } }) => {
    requireSubscription(subscription)
    const userId = requirePersonCalling(caller)
    const before = await readSubscriptions(everything, userId)
    if (!before.includes(subscription)) return
    await deleteSubscription(everything, userId, subscription)
    record({ type: 'email-unsubscribed', data: { name: subscription } })
  },
)

const isEverywhere = ({ project }: Grant) => project === undefined

/** The caller's root role, and the projects where the caller works: those of own roles, and the one that is everybody's. */
export const getProfile = ({ access }: { access: AccessDirectory }) =>
  query(profileContract.getProfile, async ({ visible, caller }) => {
    const id = requirePersonCalling(caller)
    const grants = access.grantsOf(id)
    const roles = await readRoles(visible)
    const own = grants.find((grant) => isEverywhere(grant) && grant.via.kind === 'direct')
    const rootRole = roles.get((own ?? grants.find(isEverywhere))?.role.id ?? NO_ROLE)
    if (!rootRole) throw badData('You have no root role. Ask an Admin for one')
    const mine = new Set([DEFAULT_PROJECT, ...grants.flatMap(({ project }) => project ?? [])])
    const active = await readActiveProjects(visible)
    return {
      rootRole,
      projects: active.filter((project) => mine.has(project)),
      subscriptions: await readSubscriptions(visible, id),
      features: [],
      groups: await readGroupNames(visible, id),
      canChangePassword: (await findUser(visible, id))?.passwordHash != null,
    }
  })

const NO_ROLE = -1

/**
 * The caller's roles; those that hold everywhere are said to be in the project that was asked for (recorded exchange
 * authentication/own-roles-in-project).
 */
export const getUserRoles = ({ access }: { access: AccessDirectory }) =>
  query(profileContract.getUserRoles, async ({ visible, caller }, { query: { projectId } }) => {
    const grants = access.grantsOf(requirePersonCalling(caller))
    const roles = await readRoles(visible)
    const held = new Map<string, Role>()
    for (const {
      role: { id },
      project = null,
    } of grants) {
      if (projectId !== undefined && project !== null && project !== projectId) continue
      const role = roles.get(id)
      const where = project ?? projectId ?? null
      // a group may give the same role
      if (role) held.set(compositeKey(id, where), { ...role, project: where })
    }
    return { version: 1 as const, roles: [...held.values()] }
  })
