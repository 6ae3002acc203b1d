import { definitionOf } from '../permissions/index.ts'
import type { Decision, Reason } from './decide.ts'
import type { Requirement } from './grant.ts'

/** Builds the error message in the words clients know (docs/contract/errors.md#texts). */
export function refusalMessage({ anyOf, environment }: Requirement): string {
  const where = environment === undefined ? '' : ` in the "${environment}" environment`
  const need =
    anyOf.length === 1
      ? `you need the "${anyOf[0]}" permission${where}.`
      : `you need one of the following permissions: ${anyOf.map((name) => `"${name}"`).join(', ')}${where}.`
  return `You don't have the required permissions to perform this operation. To perform this action, ${need}`
}

/** A decision as sentences, for a person: one per role considered, and what would help. */
export function explainDecision(decision: Decision): string[] {
  if (decision.authority === 'admin-token') return ['The admin API token may do everything.']
  if (decision.authority === 'system') return ['The system itself acts.']
  const lines = decision.reasons.map(explainReason)
  if (lines.length === 0) lines.push('The user holds no role.')
  if (decision.hidden) lines.push(notAMember(decision.needed.project))
  if (decision.smallestGrant) lines.push(suggest(decision.smallestGrant))
  return lines
}

function explainReason({ role, via, project, verdict }: Reason): string {
  const holder = `${role.name}${project === undefined ? '' : ` in project ${project}`}`
  const source = via.kind === 'direct' ? '' : ` (through the group ${via.name})`
  const verdicts = {
    grants: 'grants it',
    admin: 'may do everything',
    'lacks-permission': 'does not hold the permission',
    'other-project': 'holds the permission, but for another project',
    'other-environment': 'holds the permission, but for another environment',
  }
  return `${holder}${source}: ${verdicts[verdict]}.`
}

/** Reason that a project is hidden (visibility.ts). */
export const notAMember = (project = ''): string =>
  `The project ${project} is private, and who is no member of it does not see it.`

function suggest({ permission, project, environment }: NonNullable<Decision['smallestGrant']>): string {
  const place = [project && `in project ${project}`, environment && `for environment ${environment}`].filter(
    Boolean,
  )
  return `The smallest grant that would do: "${definitionOf(permission).displayName}"${place.length > 0 ? ` ${place.join(', ')}` : ''}.`
}
