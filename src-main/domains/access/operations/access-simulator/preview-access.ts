import { compareGrants, summariseDifferences } from '#shared/access/rules/index.ts'
import { previewAccess as operation } from '#shared/access/contract/access-simulator.ts'
import { query } from '#kernel/use-case.ts'
import { grantsOf } from '../../records/access/access-facts.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { applyChange } from '../../records/access-simulator/apply-change.ts'
import { readNamedUsers } from '../../records/access-simulator/named-users.read-model.ts'

/**
 * Lists who would gain or lose permissions by a change, using the rules of real decisions. Nothing is
 * changed.
 */
export const previewAccess = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ queries }, { body }) => {
    const after = grantsOf(applyChange(access.facts, body))
    const users = (await readNamedUsers(queries)).flatMap((user) => {
      const { lost, gained } = compareGrants(access.grantsOf(user.id), after.get(user.id) ?? [])
      return lost.length > 0 || gained.length > 0 ? [{ user, lost, gained }] : []
    })
    return { users, summary: summariseDifferences(users) }
  })
