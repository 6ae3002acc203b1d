import type { GatesInForce } from '#domains/insight/expectations/expectations.store.ts'
import { nameOfRule, violationInWords } from '#shared/changes/policies/policy-words.ts'
import type { Policy, Violation } from '#shared/changes/schemas/policy.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { HiddenProjects, Requirement } from '#shared/access/rules/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { NewEvent } from '#kernel/event.ts'
import type { WriteJudge } from '#kernel/guard.ts'
import type { PoliciesInForce } from './policies.store.ts'
import { judgeExpectations } from './judge-expectations.ts'
import { Findings, judgeWrite } from './judge-write.ts'

/** Violations that a refusal names, and that one write notes in the log. */
const MAX_NAMED = 100

/**
 * Makes the judge of writes (ADR 84, ADR 87): what a policy or the gate of an expectation refuses is not written, unless the caller gives
 * a reason for an exception and may make one. What they warn of, and each exception, is noted in the log. Writes of the service itself are
 * never refused.
 */
export const judgeOfWrites =
  ({
    policies,
    gates,
  }: {
    policies: Pick<PoliciesInForce, 'value'>
    gates: Pick<GatesInForce, 'value'>
  }): WriteJudge =>
  async (queries, { caller, now, may, hidden }, events) => {
    const byPolicies = await judgeWrite(policies.value, queries, { events, at: now })
    const byExpectations = gates.value
      ? await judgeExpectations(queries, { events, at: now, hidden })
      : new Findings()
    const violations = [...byPolicies.violations, ...byExpectations.violations]
    const omitted = byPolicies.omitted + byExpectations.omitted
    const isOwn = caller.actor.kind === 'system'
    const isRefused = ({ effect }: Violation) => !isOwn && effect === 'refuse'
    const refused = violations.filter(isRefused)
    const reason = caller.policyException
    if (refused.length > 0 && reason === undefined) throw refusal(refused, { omitted, hidden })
    const forbidden = refused.filter((one) => !may(requirementFor(one, policies.value)).allowed)
    if (forbidden.length > 0) throw refusal(forbidden, { omitted: 0, hidden, isForbidden: true })
    const notes = eachRuleFirst([...refused, ...violations.filter((one) => !isRefused(one))])
      .slice(0, MAX_NAMED)
      .map((one) => noteOf(one, isRefused(one) ? reason : undefined))
    const { unchecked } = byExpectations
    return unchecked === 0 ? notes : [...notes, { type: 'expectations-unchecked', data: { unchecked } }]
  }

/** Puts one violation of each policy and expectation first: there are no more policies than notes, so that each of them is noted. */
function eachRuleFirst(violations: readonly Violation[]): Violation[] {
  const keyOf = (one: Violation) =>
    compositeKey(one.policy === undefined ? 'expectation' : 'policy', nameOfRule(one))
  const first = new Map(violations.toReversed().map((one) => [keyOf(one), one]))
  const policies = [...first.values()].filter(({ policy }) => policy !== undefined)
  return [...new Set([...policies, ...first.values(), ...violations])]
}

/**
 * An exception is made by who may write the rule: for a policy Admins, or for one of a project who may change that project; for an
 * expectation who may change its flag.
 */
function requirementFor({ policy, project }: Violation, policies: readonly Policy[]): Requirement {
  if (policy === undefined) return project === '' ? ADMIN : { anyOf: ['UPDATE_FEATURE'], project }
  const isOfProject = policies.find(({ name }) => name === policy)?.project !== undefined
  return isOfProject ? { anyOf: ['UPDATE_PROJECT'], project } : ADMIN
}
const ADMIN: Requirement = { anyOf: ['ADMIN'] }

interface Refused {
  omitted: number
  hidden: HiddenProjects
  /** The caller gave a reason, and may make no exception. */
  isForbidden?: boolean
}

/** The answer names each policy and expectation, what is against it and what would pass. */
function refusal(violations: readonly Violation[], { omitted, hidden, isForbidden }: Refused): AppError {
  const named = violations.slice(0, MAX_NAMED).map((one) => (hidden.has(one.project) ? HIDDEN : one))
  const inWords = named.map(violationInWords)
  const more = violations.length - named.length + omitted
  const message = [
    `Not saved, because of ${becauseOf(violations)}. ${inWords[0]}`,
    ...(isForbidden ? [MAY_NOT] : []),
  ].join(' ')
  return new AppError('ForbiddenError', message, {
    details: named.map(({ path }, at) => detail(inWords[at] ?? '', path)),
    extra: { violations: named, ...(more > 0 ? { omitted: more } : {}) },
  })
}

const MAY_NOT =
  'You may not make exceptions from it: that is for Admins, for a policy of a project for those who may change the project, and for an ' +
  'expectation for those who may change the flag.'

/** Stands for an expectation of a flag that the caller does not see. */
const HIDDEN: Violation = {
  ...{ expectation: 'hidden', effect: 'refuse', flag: 'hidden', project: 'hidden', environment: null },
  ...{ message: 'An expectation of a flag that you do not see would fail; ask an Admin', path: '/body' },
}

function becauseOf(violations: readonly Violation[]): string {
  const [one, ...others] = violations
  if (one?.policy === undefined) return others.length === 0 ? 'an expectation' : 'expectations'
  if (violations.some(({ policy }) => policy === undefined)) return 'policies and expectations'
  return others.length === 0 ? 'a policy' : 'policies'
}

function noteOf(violation: Violation, reason: string | undefined): NewEvent {
  const { policy, flag, project, environment, message } = violation
  const kind = policy === undefined ? 'expectation' : 'policy'
  return {
    type: reason === undefined ? `${kind}-warned` : `${kind}-excepted`,
    featureName: flag,
    project,
    ...(environment === null ? {} : { environment }),
    data: { name: nameOfRule(violation), message, ...(reason === undefined ? {} : { reason }) },
  }
}
