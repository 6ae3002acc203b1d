import { getProfile as operation } from '#shared/access/contract/profile.ts'
import { DEFAULT_PROJECT, type Grant } from '#shared/access/rules/index.ts'
import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { readSubscriptions } from '../../records/profile/email-subscriptions.store.ts'
import { findUser } from '../../records/users/users.store.ts'
import { requirePersonCalling } from '../../records/users/require-person.ts'
import { readActiveProjects, readGroupNames, readRoles } from '../../records/profile/roles.read-model.ts'

const isEverywhere = ({ project }: Grant) => project === undefined

/** The caller's root role, and the projects where the caller works: those of own roles, and the one that is everybody's. */
export const getProfile = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ queries, caller }) => {
    const id = requirePersonCalling(caller)
    const grants = access.grantsOf(id)
    const roles = await readRoles(queries)
    const own = grants.find((grant) => isEverywhere(grant) && grant.via.kind === 'direct')
    const rootRole = roles.get((own ?? grants.find(isEverywhere))?.role.id ?? NO_ROLE)
    if (!rootRole) throw badData('You have no root role. Ask an Admin for one')
    const mine = new Set([DEFAULT_PROJECT, ...grants.flatMap(({ project }) => project ?? [])])
    const active = await readActiveProjects(queries)
    return {
      rootRole,
      projects: active.filter((project) => mine.has(project)),
      subscriptions: await readSubscriptions(queries, id),
      features: [],
      groups: await readGroupNames(queries, id),
      canChangePassword: (await findUser(queries, id))?.passwordHash != null,
    }
  })

const NO_ROLE = -1
