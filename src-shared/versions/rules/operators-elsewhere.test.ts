import { expect, it } from 'vitest'

import { OPERATORS } from '../../flags/schemas/constraint.ts'
import { operatorsElsewhere } from './operators-elsewhere.ts'

it.each([
  ['6.10.0', ['SEMVER_GTE', 'SEMVER_LTE', 'REGEX', 'IN_CIDR']],
  ['7.6.5', ['SEMVER_GTE', 'SEMVER_LTE', 'IN_CIDR']],
  ['8.1.9', ['SEMVER_GTE', 'SEMVER_LTE', 'IN_CIDR']],
  ['8.2.0', ['IN_CIDR']],
  [null, ['IN_CIDR']],
])('a service of version %s does not take the operators %j', (version, missing) => {
  const taken = operatorsElsewhere({ version })
  expect(OPERATORS.filter((operator) => !taken.includes(operator))).toEqual(missing)
})
