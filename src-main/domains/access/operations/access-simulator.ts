import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/access-simulator.ts'
import {
  compareGrants,
  decide,
  explainDecision,
  notAMember,
  summariseDifferences,
  type Decision,
  type Requirement,
} from '#shared/access/rules/index.ts'
import type { AccessDecision } from '#shared/access/schemas/access-decision.ts'
import { requirementOf } from '../access-simulator/access-question.ts'
import { applyChange } from '../access-simulator/apply-change.ts'
import { readNamedUsers } from '../users/users.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { grantsOf } from '../access/access-facts.ts'

/**
 * Checks whether a user may do something, and explains why. Uses the same decision as `execute` (ADR 0012).
 */
export const simulateAccess = ({ access }: { access: AccessDirectory }) =>
  query(contract.simulateAccess, async ({ visible }, { body: { userId, ...question } }) => {
    const user = (await readNamedUsers(visible)).find((one) => one.id === userId)
    if (!user) throw notFound('No user found')
    const needed = await requirementOf(visible, question)
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

/** The reverse question: who may do something, and how each came by it ("who can skip change requests here?"). */
export const whoCan = ({ access }: { access: AccessDirectory }) =>
  query(contract.whoCan, async ({ visible }, { body }) => {
    const needed = await requirementOf(visible, body)
    const users = await readNamedUsers(visible)
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

/**
 * Lists who would gain or lose permissions by a change, using the rules of real decisions. Nothing is
 * changed.
 */
export const previewAccess = ({ access }: { access: AccessDirectory }) =>
  query(contract.previewAccess, async ({ visible }, { body }) => {
    const after = grantsOf(applyChange(access.facts, body))
    const users = (await readNamedUsers(visible)).flatMap((user) => {
      const { lost, gained } = compareGrants(access.grantsOf(user.id), after.get(user.id) ?? [])
      return lost.length > 0 || gained.length > 0 ? [{ user, lost, gained }] : []
    })
    return { users, summary: summariseDifferences(users) }
  })
