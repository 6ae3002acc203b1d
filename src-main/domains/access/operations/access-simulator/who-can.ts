import { decide, type Requirement } from '#shared/access/rules/index.ts'
import { whoCan as operation } from '#shared/access/contract/access-simulator.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { requirementOf } from '../../records/access-simulator/access-question.ts'
import { readNamedUsers } from '../../records/access-simulator/named-users.read-model.ts'

/** The reverse question: who may do something, and how each came by it ("who can skip change requests here?"). */
export const whoCan = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ queries }, { body }) => {
    const needed = await requirementOf(queries, body)
    const users = await readNamedUsers(queries)
    return {
      needed: needed === undefined ? { anyOf: [] } : { ...needed, anyOf: [...needed.anyOf] },
      users: users.flatMap((user) => {
        if (body.project !== undefined && access.subjectOfUser(user.id).hidden?.has(body.project)) return []
        const reasons = needed === undefined ? [] : grantingReasons(access, user.id, needed)
        return needed === undefined || reasons.length > 0 ? [{ ...user, reasons }] : []
      }),
      total: users.length,
    }
  })

function grantingReasons(access: AccessDirectory, userId: number, needed: Requirement) {
  const { reasons } = decide(access.subjectOfUser(userId), needed)
  return reasons.filter(({ verdict }) => verdict === 'grants' || verdict === 'admin')
}
