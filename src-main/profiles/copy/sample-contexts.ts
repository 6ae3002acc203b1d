import { MAX_CONTEXTS, type ProofContext } from '#shared/desktop/copies.ts'
import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'

type Constraint = NonNullable<ScenarioItems['segments']>[number]['constraints'][number]

/** Values of one field that are tried, at most. */
const MAX_VALUES = 200
/** Address that a strategy for addresses can meet. */
const ADDRESS = '10.0.0.1'

/**
 * Makes contexts that meet the constraints of an instance and miss them, each another mixture: the values that constraints name, and
 * values beside them. The same instance gets the same contexts.
 */
export async function sampleContexts(
  { flags = [], segments = [], contextFields = [] }: ScenarioItems,
  count: number,
): Promise<ProofContext[]> {
  const turn = new Turn()
  const values = new Map<string, Set<string>>()
  const add = (field: string, some: readonly string[]) => {
    const known = values.get(field) ?? new Set()
    for (const one of some) if (known.size < MAX_VALUES && isPlain(one)) known.add(one)
    values.set(field, known)
  }
  for (const { name, legalValues = [] } of contextFields)
    add(
      name,
      legalValues.map(({ value }) => value),
    )
  const addAll = (constraints: readonly Constraint[]) => {
    for (const one of constraints) add(one.contextName, valuesFor(one))
  }
  for (const { constraints } of segments) addAll(constraints)
  for (const { environments = {} } of flags) {
    for (const { strategies = [] } of Object.values(environments))
      for (const { constraints = [], parameters = {} } of strategies) {
        addAll(constraints)
        add(
          'userId',
          (parameters['userIds'] ?? '').split(',').map((one) => one.trim()),
        )
        add(
          'remoteAddress',
          (parameters['IPs'] ?? '').split(',').map((one) => one.trim().replace(/\/\d+$/, '')),
        )
        const { stickiness } = parameters
        if (stickiness && !BUILT_IN_STICKINESS.has(stickiness)) add(stickiness, ['a', 'b'])
      }
    await turn.pause()
  }
  const fields = [...values]
    .filter(([, some]) => some.size > 0)
    .map(([name, some]) => [name, [...some]] as const)
  return Array.from({ length: Math.min(count, MAX_CONTEXTS) }, (_, index) => {
    const named = fields.flatMap(([name, some], place) => {
      // one in four contexts lacks a field; steps differ by field, so that mixtures do
      const at = index * (place + 1) + place
      return at % 4 === 3
        ? []
        : [[name, some[(at + Math.floor(index / some.length)) % some.length] ?? ''] as const]
    })
    return {
      userId: `user-${index}`,
      sessionId: `session-${index * 7}`,
      remoteAddress: ADDRESS,
      ...Object.fromEntries(named),
    }
  })
}

const BUILT_IN_STICKINESS: ReadonlySet<string> = new Set(['default', 'random', 'userId', 'sessionId'])

/** A playground takes texts with commas for several values. */
const isPlain = (value: string): boolean => value !== '' && !value.includes(',') && value.length <= 200

/** Makes values that meet a constraint, and some that may not. */
function valuesFor({ operator, values = [], value = '' }: Constraint): string[] {
  if (operator.startsWith('NUM_')) {
    const number = Number(value)
    return Number.isNaN(number) ? [] : [number, number - 1, number + 1].map(String)
  }
  if (operator.startsWith('DATE_')) {
    const at = Date.parse(value)
    const day = 24 * 60 * 60 * 1000
    return Number.isNaN(at) ? [] : [at - day, at + day].map((time) => new Date(time).toISOString())
  }
  if (operator.startsWith('SEMVER_')) return [value, '0.0.1', '99.0.0']
  if (operator === 'STR_STARTS_WITH') return values.flatMap((one) => [`${one}x`, `x${one}`])
  if (operator === 'STR_ENDS_WITH') return values.flatMap((one) => [`x${one}`, `${one}x`])
  if (operator === 'STR_CONTAINS') return values.flatMap((one) => [`x${one}x`, 'other'])
  return [...values, value, 'other']
}
