import { counted, percentage } from '../../figures.ts'
import type { PolicyContent, PolicyDryRun, PolicyRule, Violation } from '../schemas/policy.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Says what a rule asks for. */
export function ruleInWords(rule: PolicyRule): string {
  switch (rule.kind) {
    case 'first-rollout':
      return `A flag goes on for ${percentage(rule.atMost)} at most at first${rule.alsoNarrow ? ', with strategies for a part of the users too' : ''}`
    case 'tag-required':
      return `A flag that is on has a tag ${rule.type}${rule.pattern === undefined ? '' : ` that matches ${rule.pattern}`}`
    case 'description-required':
      return 'A flag has a description'
    case 'name-pattern':
      return `The name of a new flag matches ${rule.pattern}`
    case 'types-allowed':
      return `A flag is of type ${rule.types.join(', ')}`
    case 'known-fields':
      return 'Constraints are on context fields that are defined'
    case 'change-window':
      return `Changes are made ${rule.days.map((day) => DAYS[day - 1]).join(', ')} from ${rule.from} to ${rule.to} (${rule.timeZone})`
  }
}

/** Says where a policy holds. */
export function placeInWords({
  project,
  environment,
  environmentType,
}: Pick<PolicyContent, 'project' | 'environment' | 'environmentType'>): string {
  const where = environment ?? (environmentType === undefined ? '' : `${environmentType} environments`)
  return [project === undefined ? '' : `project ${project}`, where].filter(Boolean).join(', ') || 'everything'
}

/** Says what a dry run found. */
export function dryRunInWords({ changes, stopped, reachedTo, since, unknown }: PolicyDryRun): string {
  const period = `since ${(reachedTo ?? since).slice(0, 10)}`
  return [
    `It would have stopped ${stopped} of ${counted(changes, 'change')} ${period}.`,
    ...(reachedTo === null ? [] : ['Older changes were not looked at: there are too many.']),
    ...(unknown === 0 ? [] : [`The log does not hold the past of ${counted(unknown, 'flag')}.`]),
  ].join(' ')
}

/** Names the policy or the expectation that a change violates. */
export const nameOfRule = ({ policy, expectation }: Violation): string => policy ?? expectation ?? ''

/** Says in sentences what a policy or an expectation has against a change: the flag, what is wrong, and why. */
export function violationInWords(violation: Violation): string {
  const { flag, message, policy, explanation = [] } = violation
  const rule = `${policy === undefined ? 'expectation' : 'policy'} ${nameOfRule(violation)}`
  return [`${flag}: ${message} (${rule}).`, ...explanation.slice(0, 1)].join(' ')
}
