import { overviewCsv } from '#shared/access/rules/overview-csv.ts'
import { csvOf } from '#kernel/route.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/access-overview.ts'
import { definitionOf } from '#shared/access/permissions/index.ts'
import { DEFAULT_PROJECT, type Grant } from '#shared/access/rules/index.ts'
import type { ListedAccount } from '#shared/access/schemas/access-overview.ts'
import { readProjectIds } from '../access/places.read-model.ts'
import { readAccounts } from '../users/users.store.ts'
import { isOwnRootRole, readOverview, requireAccount } from '../access-simulator/judge-permissions.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import type { AccessFacts } from '../access/access-facts.ts'
import { toUser } from '../users/user.ts'

/** Lists what a person may do (docs/contract/access.md#access-overview). */
export const getUserPermissions = ({ access }: { access: AccessDirectory }) =>
  query(contract.getUserPermissions, async ({ visible }, { params: { id }, query: place }) =>
    readOverview(visible, access, await requireAccount(visible, 'user', id), place),
  )

export const getServiceAccountPermissions = ({ access }: { access: AccessDirectory }) =>
  query(contract.getServiceAccountPermissions, async ({ visible }, { params: { id }, query: place }) =>
    readOverview(visible, access, await requireAccount(visible, 'service-account', id), place),
  )

export interface AccessOverviewAnswer {
  overview: ListedAccount[]
  /** Preferred format, from the Accept header. */
  format: 'json' | 'csv'
}

/**
 * Lists the access of people and service accounts, from the facts that decisions use
 * (docs/contract/access.md#access-overview).
 */
export const getAccessOverview = ({ access }: { access: AccessDirectory }) =>
  served(
    query<typeof contract.getAccessOverview, AccessOverviewAnswer>(
      contract.getAccessOverview,
      async ({ visible }, { headers: { accept } }) => {
        const projects = await readProjectIds(visible)
        const accounts = await readAccounts(visible)
        const groupsOf = namesOfGroups(access.facts)
        const overview = await mapInSteps(accounts, (stored): ListedAccount => {
          const { id, name, username, email, accountType, createdAt, seenAt } = toUser(stored)
          const grants = access.grantsOf(id)
          const userName = name ?? username
          return {
            userId: id,
            ...(userName === undefined ? {} : { userName }),
            userEmail: email ?? '',
            accountType,
            rootRole: grants.find(isOwnRootRole)?.role.name ?? '',
            groups: groupsOf(id),
            accessibleProjects: projectsOf(grants, projects),
            createdAt,
            lastSeen: seenAt,
          }
        })
        return { overview, format: /\btext\/csv\b/i.test(accept ?? '') ? 'csv' : 'json' }
      },
    ),
    {
      reply: ({ overview, format }) =>
        format === 'csv'
          ? csvOf(overviewCsv(overview), 'access-overview')
          : { status: 200, body: { overview } },
    },
  )

/**
 * Lists the projects in which a user has more access than everyone: all for an Admin, else those with a role,
 * and `default` for a root role with project permissions.
 */
function projectsOf(grants: readonly Grant[], all: readonly string[]): string[] {
  const held = grants.flatMap(({ permissions }) => permissions.map((one) => one.permission))
  if (held.includes('ADMIN')) return [...all]
  const reached = grants.flatMap(({ project, permissions }) => {
    if (project !== undefined) return [project]
    return permissions.some((one) => definitionOf(one.permission).scope !== 'root') ? [DEFAULT_PROJECT] : []
  })
  return [...new Set(reached)].sort()
}

function namesOfGroups({ groups }: AccessFacts): (userId: number) => string[] {
  const names = new Map<number, string[]>()
  for (const { name, members } of groups)
    for (const member of members) {
      const own = names.get(member)
      if (own) own.push(name)
      else names.set(member, [name])
    }
  return (userId) => names.get(userId) ?? []
}
