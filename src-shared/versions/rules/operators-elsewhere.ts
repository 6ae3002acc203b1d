import { OPERATORS, type Operator } from '../../flags/schemas/constraint.ts'
import { isAtLeast, type ServiceFacts } from './offered-elsewhere.ts'

/**
 * Versions that brought operators of constraints (docs/contract/versions.md#new-operators); null: no version of the original service
 * has it. All others have always been there.
 */
const SINCE: Partial<Record<Operator, string | null>> = {
  REGEX: '7.0.0',
  SEMVER_GTE: '8.2.0',
  SEMVER_LTE: '8.2.0',
  IN_CIDR: null,
}

/** Lists the operators of constraints that an Unleash-compatible service takes. */
export function operatorsElsewhere({ version }: Pick<ServiceFacts, 'version'>): readonly Operator[] {
  return OPERATORS.filter((operator) => {
    const since = SINCE[operator]
    if (since === undefined) return true
    // one that does not say its version is asked
    return since !== null && (version === null || isAtLeast(version, since))
  })
}
