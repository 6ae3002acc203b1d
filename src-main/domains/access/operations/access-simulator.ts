import { notFound, badData } from '#kernel/app-error.ts'
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
import type { AccessDecision, AccessQuestion } from '#shared/access/schemas/access-decision.ts'
import { applyChange } from '../access-simulator/apply-change.ts'
import { readNamedUsers } from '../users/users.store.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { grantsOf } from '../access/access-facts.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { definitionOf, type Permission } from '#shared/access/permissions/index.ts'
import type { Queries } from '#store/queries.ts'
import { environmentExists, projectExists } from '../access/places.read-model.ts'

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

/**
 * Builds the requirement that the operation itself would check. Returns undefined if every signed-in user may
 * do it. Throws 400, naming the field, if the project or environment is missing or does not exist.
 */
async function requirementOf(queries: Queries, question: AccessQuestion): Promise<Requirement | undefined> {
  const { project, environment } = question
  if (project !== undefined && !(await projectExists(queries, project)))
    throw badData(`Project=${project} does not exist`, '/body/project')
  if (environment !== undefined && !(await environmentExists(queries, environment)))
    throw badData(`Environment=${environment} does not exist`, '/body/environment')
  const asked = whatIsAsked(question)
  if (asked === undefined) return undefined
  const requirement = asked.place === 'instance' ? { anyOf: asked.anyOf } : placed(asked.anyOf, question)
  return asked.orRole === undefined ? requirement : { ...requirement, orRole: asked.orRole }
}

interface RequiredAccess {
  anyOf: readonly Permission[]
  place: 'instance' | 'somewhere'
  orRole?: number
}

function whatIsAsked({ operationId, permission }: AccessQuestion): RequiredAccess | undefined {
  if ((operationId === undefined) === (permission === undefined))
    throw badData('Ask about either an operation or a permission.', '/body/operationId')
  if (permission !== undefined) return { anyOf: [permission], place: 'somewhere' }
  const operation = OPERATIONS.find((one) => one.operationId === operationId)
  if (!operation) throw badData(`There is no operation "${operationId}".`, '/body/operationId')
  if (['client', 'frontend', 'signal', 'scim'].includes(operation.audience))
    throw badData(
      `"${operationId}" is for API tokens of SDKs; no permission of a user opens it.`,
      '/body/operationId',
    )
  const { access, place = 'instance' } = operation
  if (access.kind === 'audience') return undefined
  const { anyOf, orRole } = access
  return {
    anyOf,
    place: place === 'instance' ? 'instance' : 'somewhere',
    ...(orRole === undefined ? {} : { orRole }),
  }
}

/**
 * Adds the place to permissions that need one. Without a project in the question, only root permissions
 * count.
 */
function placed(
  anyOf: readonly Permission[],
  { project, environment }: Pick<AccessQuestion, 'project' | 'environment'>,
): Requirement {
  const scopes = new Set(anyOf.map((name) => definitionOf(name).scope))
  if (project === undefined) {
    const atRoot = anyOf.filter((name) => definitionOf(name).scope === 'root')
    if (atRoot.length === 0) throw badData('Say in which project.', '/body/project')
    return { anyOf: atRoot }
  }
  if (scopes.has('environment') && environment === undefined)
    throw badData('Say in which environment.', '/body/environment')
  return {
    anyOf,
    ...(scopes.size === 1 && scopes.has('root') ? {} : { project }),
    ...(scopes.has('environment') && environment !== undefined ? { environment } : {}),
  }
}

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
