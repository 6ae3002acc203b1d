import {
  decide,
  explainDecision,
  notAMember,
  type Decision,
} from '#shared/access/rules/index.ts'
import { simulateAccess as operation } from '#shared/access/contract/access-simulator.ts'
import type { AccessDecision } from '#shared/access/schemas/access-decision.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { requirementOf } from '../../records/access-simulator/access-question.ts'
import { readNamedUsers } from '../../records/access-simulator/named-users.read-model.ts'

/**
 * Checks whether a user may do something, and explains why. Uses the same decision as `execute` (ADR 0012).
 */
export const simulateAccess = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ queries }, { body: { userId, ...question } }) => {
    const user = (await readNamedUsers(queries)).find((one) => one.id === userId)
    if (!user) throw notFound('No user found')
    const needed = await requirementOf(queries, question)
    const subject = access.subjectOfUser(user.id, user.name)
    const { project } = question
    if (needed === undefined && project !== undefined && subject.hidden?.has(project))
      return { user, decision: hiddenFromAll(project) }
    if (needed === undefined) return { user, decision: OPEN_TO_ALL }
    return { user, decision: toAnswer(decide(subject, needed)) }
  })

const OPEN_TO_ALL: AccessDecision = {
  allowed: true,
  needed: { anyOf: [] },
  reasons: [],
  explanation: ['Everybody who is signed in may do this.'],
}

const hiddenFromAll = (project: string): AccessDecision => ({
  allowed: false,
  needed: { anyOf: [], project },
  reasons: [],
  explanation: [notAMember(project)],
})

function toAnswer(decision: Decision): AccessDecision {
  const { allowed, needed, reasons, smallestGrant } = decision
  return {
    allowed,
    needed: { ...needed, anyOf: [...needed.anyOf] },
    reasons: [...reasons],
    ...(smallestGrant === undefined ? {} : { smallestGrant }),
    explanation: explainDecision(decision),
  }
}
