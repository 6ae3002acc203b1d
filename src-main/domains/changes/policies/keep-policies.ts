import type { Policy, Violation } from '#shared/changes/schemas/policy.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { Requirement } from '#shared/access/rules/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { NewEvent } from '#kernel/event.ts'
import type { WriteJudge } from '#kernel/guard.ts'
import type { PoliciesInForce } from './policies.store.ts'
import { judgeWrite } from './judge-write.ts'

/** Violations that a refusal names, and that one write notes in the log. */
const MAX_NAMED = 100

/**
 * Makes the judge of writes (ADR 84): what a policy refuses is not written, unless the caller gives a reason for an exception and
 * may make one. What it warns of, and each exception, is noted in the log. Writes of the service itself are never refused.
 */
export const policyJudge =
  (policies: Pick<PoliciesInForce, 'all'>): WriteJudge =>
  async (queries, { caller, now, may }, events) => {
    if (policies.all.length === 0) return []
    const { violations, omitted } = await judgeWrite(policies.all, queries, { events, at: now })
    const isOwn = caller.actor.kind === 'system'
    const isRefused = ({ effect }: Violation) => !isOwn && effect === 'refuse'
    const refused = violations.filter(isRefused)
    const reason = caller.policyException
    if (refused.length > 0 && reason === undefined) throw refusal(refused, omitted)
    const forbidden = refused.filter((one) => !may(requirementFor(one, policies.all)).allowed)
    if (forbidden.length > 0) throw refusal(forbidden, 0, 'You may not make exceptions from it: that is for ')
    return eachPolicyFirst([...refused, ...violations.filter((one) => !isRefused(one))])
      .slice(0, MAX_NAMED)
      .map((one) => noteOf(one, isRefused(one) ? reason : undefined))
  }

/** Puts one violation of each policy first: there are no more policies than notes, so that each of them is noted. */
function eachPolicyFirst(violations: readonly Violation[]): Violation[] {
  const first = new Map(violations.toReversed().map((one) => [one.policy, one]))
  return [...new Set([...first.values(), ...violations])]
}

/** An exception is made by who may write the policy: Admins, or for one of a project who may change that project. */
function requirementFor({ policy, project }: Violation, policies: readonly Policy[]): Requirement {
  const isOfProject = policies.find(({ name }) => name === policy)?.project !== undefined
  return isOfProject ? { anyOf: ['UPDATE_PROJECT'], project } : { anyOf: ['ADMIN'] }
}

/** The answer names each policy, what is against it and what would pass. */
function refusal(violations: readonly Violation[], omitted: number, forbidden?: string): AppError {
  const named = violations.slice(0, MAX_NAMED)
  const inWords = named.map(({ policy, flag, message }) => `${flag}: ${message} (policy ${policy})`)
  const more = violations.length - named.length + omitted
  const who = 'Admins, and for a policy of a project for those who may change the project.'
  const message = [
    `Not saved, because of ${violations.length === 1 ? 'a policy' : 'policies'}. ${inWords[0]}.`,
    ...(forbidden === undefined ? [] : [`${forbidden}${who}`]),
  ].join(' ')
  return new AppError('ForbiddenError', message, {
    details: named.map(({ path }, at) => detail(inWords[at] ?? '', path)),
    extra: { violations: named, ...(more > 0 ? { omitted: more } : {}) },
  })
}

const noteOf = (
  { policy, flag, project, environment, message }: Violation,
  reason: string | undefined,
): NewEvent => ({
  type: reason === undefined ? 'policy-warned' : 'policy-excepted',
  featureName: flag,
  project,
  ...(environment === null ? {} : { environment }),
  data: { name: policy, message, ...(reason === undefined ? {} : { reason }) },
})
