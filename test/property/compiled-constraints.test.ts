import { describe, expect, it } from 'vitest'

import {
  Compiler,
  evaluateFeature,
  type EvaluatedConstraint,
  type EvaluatedFeature,
} from '#shared/flags/evaluation/index.ts'
import { OPERATORS } from '#shared/flags/schemas/constraint.ts'

const now = new Date('2026-11-21T12:00:00.000Z')

/** Values of a kind, each wanted and each sent: most lie beside or within one another. */
const KINDS: [operators: RegExp, values: string[]][] = [
  [
    /^(NOT_)?IN$|^STR_|^SOUNDS_/,
    ['', 'a', ' a ', 'A', 'ab', 'ba', 'bab', 'AB', 'ß', 'SS', 'İ', 'null', 'undefined'],
  ],
  [/^NUM_/, ['6', '7', '7.0', ' 7 ', '8', '-7', '', '1e1', '0x7', 'seven', 'NaN', 'Infinity']],
  [
    /^SEMVER_/,
    ['1.2.3', '1.2.3+build', '1.2.3-beta', '1.2.4', '1.10.0', '1.2', 'v1.2.3', ' 1.2.3', '', 'nonsense'],
  ],
  [
    /^IN_CIDR$/,
    [
      ...['10.0.0.0', '10.0.0.1', '10.255.255.255', '11.0.0.0', '10.0.0.0/8', '10.0.0.1/8', '10.0.0.1/16'],
      ...['10.0.255.1/16', '10.0.255.1/15', '0.0.0.0/0', '255.255.255.255', '1.1.1.1/33', 'nonsense', ''],
      ...['fd00::', 'fd12::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe00::', 'fd00::/8', 'fd00::1/8'],
      ...['fd00::1/16', '::1', '::/0', '::ffff:10.0.0.1', `fe80::1%${'e'.repeat(92)}`, 'fe80::/10'],
      `fe80::1%${'e'.repeat(93)}`,
    ],
  ],
  [/^REGEX$/, ['^a', '^A', 'a$', '.*', '(', '', 'a', 'A', 'ba']],
  [/^DATE_/, [now.toISOString(), '2026-01-01', '2027-01-01', 'yesterday', '', '2026-11-21T12:00:00.001Z']],
]

function valuesOf(operator: string): string[] {
  const [kind, ...others] = KINDS.filter(([operators]) => operators.test(operator))
  if (!kind || others.length > 0) throw new Error(`${operator} is of no kind, or of several`)
  return kind[1]
}

/** Constraints that want each value alone, among a few, and among so many that a set is made of them. */
function constraintsOf(operator: string, values: readonly string[]): EvaluatedConstraint[] {
  const wanted = values.flatMap((value, index) => [
    { values: [value], value },
    { values: [value, ...values.slice(index + 1, index + 3)], value },
    { values: [...values.slice(index), 'x', 'y', 'z', 'w', 'v'], value },
  ])
  return [{}, { values: [] }, ...wanted].flatMap((one) =>
    [{}, { inverted: true }, { caseInsensitive: true }, { inverted: true, caseInsensitive: true }].map(
      (more) => ({ contextName: 'field', operator, ...one, ...more }),
    ),
  )
}

describe('a compiled constraint', () => {
  it.each([...OPERATORS, 'SOUNDS_LIKE'])('%s holds for the same values as the traced one', (operator) => {
    const values = valuesOf(operator)
    const isDate = operator.startsWith('DATE')
    // for dates the time is compared: that of the context, else now
    const contexts = [{}, ...values.map((value) => (isDate ? { currentTime: value } : { field: value }))]
    const flags = constraintsOf(operator, values).map((constraint, index): EvaluatedFeature => ({
      name: `${operator} ${index}`,
      enabled: true,
      strategies: [{ name: 'default', constraints: [constraint] }],
    }))
    const compiler = new Compiler(
      () => undefined,
      () => null,
    )
    const world = { feature: () => undefined, segment: () => undefined, now, random: () => 0 }
    let on = 0
    for (const context of contexts) {
      const subject = compiler.subject(context, () => undefined, world)
      for (const flag of flags) {
        const traced = evaluateFeature(flag, context, world, { trace: 'none' }).enabled
        if (compiler.flag(flag).decide(subject).evaluation.enabled !== traced)
          expect.fail(`${JSON.stringify(flag)} for ${JSON.stringify(context)} should be ${traced}`)
        on += Number(traced)
      }
    }
    const all = contexts.length * flags.length
    if (operator === 'SOUNDS_LIKE') expect(on).toBe(0)
    else expect([on > all / 10, on < (9 * all) / 10]).toEqual([true, true])
  })
})
