import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BlastRadius } from '#shared/changes/schemas/blast-radius.ts'
import type { FrontendToggle } from '#shared/clients/schemas/client.ts'
import { FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'

/** The figures are what asking for each context comes to, before the change is really made and after. */
const FEATURES = '/api/admin/projects/default/features'
const COUNTRIES = ['NO', 'SE', 'DK', '']
const CONTEXTS = COUNTRIES.flatMap((country, index) =>
  Array.from({ length: 5 }, (_, n) => `userId=${index * 5 + n}&country=${country}&age=${n * 10}`),
)

let app: TestBackend
let count = 0
beforeAll(async () => {
  app = await startBackend()
  for (const context of CONTEXTS) await ask(context)
})
afterAll(() => app.stop())

const constraint = fc.oneof(
  fc
    .subarray(['NO', 'SE', 'DK'], { minLength: 1 })
    .map((values) => ({ contextName: 'country', operator: 'IN', values })),
  fc
    .constantFrom(5, 25, 45)
    .map((age) => ({ contextName: 'age', operator: 'NUM_GT', value: String(age), values: [] })),
)
const variants = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }).map((names) =>
  [...new Set(names)].map((name) => ({
    name,
    weight: 1,
    weightType: 'variable' as const,
    stickiness: 'userId',
  })),
)
const strategy = fc.record({
  name: fc.constant('flexibleRollout'),
  rollout: fc.constantFrom('30', '70', '100'),
  constraints: fc.array(constraint, { maxLength: 1 }),
  variants,
  usesSegment: fc.boolean(),
  disabled: fc.constantFrom(true, false, false),
})
type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
type Strategy = Value<typeof strategy>

/** A parent and its child, both by these strategies, and a segment. */
const situation = fc.record({
  parent: fc.array(strategy, { minLength: 1, maxLength: 3 }),
  child: fc.array(strategy, { minLength: 1, maxLength: 2 }),
  segment: fc.array(constraint, { maxLength: 2 }),
  isDependent: fc.boolean(),
  isOn: fc.constantFrom(true, true, true, false),
})
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), strategy }),
  fc.record({ kind: fc.constant('update' as const), strategy }),
  fc.constant({ kind: 'delete' as const }),
  fc.constant({ kind: 'reorder' as const }),
  fc.record({ kind: fc.constant('switch' as const), enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('variants' as const), variants }),
  fc.constant({ kind: 'archive' as const }),
  fc.record({ kind: fc.constant('segment' as const), constraints: fc.array(constraint, { maxLength: 2 }) }),
)

interface Made {
  parent: string
  child: string
  segment: number
  strategies: string[]
}

const must = async (method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, path, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const toBody = ({ usesSegment, rollout, ...rest }: Strategy, segment: number) => ({
  ...rest,
  parameters: { rollout, stickiness: 'userId', groupId: 'g' },
  segments: usesSegment ? [segment] : [],
})

async function make({ parent, child, segment, isDependent, isOn }: Value<typeof situation>): Promise<Made> {
  const name = `flag-${count++}`
  const made = await must('POST', '/api/admin/segments', { name, constraints: segment })
  const { id } = made as { id: number }
  const strategies: string[] = []
  for (const [flag, wanted] of [
    [name, parent],
    [`${name}-child`, child],
  ] as const) {
    await must('POST', FEATURES, { name: flag })
    for (const one of wanted) {
      const path = `${FEATURES}/${flag}/environments/development/strategies`
      const { id: strategyId } = (await must('POST', path, toBody(one, id))) as { id: string }
      if (flag === name) strategies.push(strategyId)
    }
    if (isOn || flag !== name) await must('POST', `${FEATURES}/${flag}/environments/development/on`)
  }
  if (isDependent) await must('POST', `${FEATURES}/${name}-child/dependencies`, { feature: name })
  return { parent: name, child: `${name}-child`, segment: id, strategies }
}

interface ChangeCase {
  path: string
  body: object
  /** The call that really makes the change. */
  save: [string, string, unknown?]
}

function toAsked(
  { parent: feature, segment, strategies }: Made,
  { isDependent }: Value<typeof situation>,
  one: Value<typeof change>,
): ChangeCase | undefined {
  const place = `${FEATURES}/${feature}/environments/development`
  const [first = ''] = strategies
  const changed = (action: string, payload: unknown, save: ChangeCase['save']): ChangeCase => ({
    path: '/api/admin/projects/default/blast-radius',
    body: { environment: 'development', changes: [{ action, feature, payload }] },
    save,
  })
  switch (one.kind) {
    case 'add': {
      const body = toBody(one.strategy, segment)
      return changed('addStrategy', body, ['POST', `${place}/strategies`, body])
    }
    case 'update': {
      const body = toBody(one.strategy, segment)
      return changed('updateStrategy', { ...body, id: first }, ['PUT', `${place}/strategies/${first}`, body])
    }
    case 'delete':
      return changed('deleteStrategy', { id: first }, ['DELETE', `${place}/strategies/${first}`])
    case 'reorder': {
      const order = [...strategies].reverse().map((id, sortOrder) => ({ id, sortOrder }))
      return changed('reorderStrategy', order, ['POST', `${place}/strategies/set-sort-order`, order])
    }
    case 'switch':
      return changed('updateEnabled', { enabled: one.enabled }, [
        'POST',
        `${place}/${one.enabled ? 'on' : 'off'}`,
      ])
    case 'variants': {
      const payload = { variants: one.variants }
      return changed('patchVariant', payload, ['PUT', `${place}/variants`, one.variants])
    }
    case 'archive':
      // a parent is not archived without its child
      return isDependent ? undefined : changed('archiveFeature', null, ['DELETE', `${FEATURES}/${feature}`])
    case 'segment': {
      const body = { name: `${feature}-changed`, constraints: one.constraints }
      const path = `/api/admin/segments/${segment}`
      return { path: `${path}/blast-radius`, body: { segment: body }, save: ['PUT', path, body] }
    }
  }
}

async function ask(context: string): Promise<Map<string, FrontendToggle>> {
  const { body } = await app.call('GET', `/api/frontend?${context}`, {
    token: FRONTEND,
    headers: { 'x-halyard-reason': 'true' },
  })
  return new Map((body as { toggles: FrontendToggle[] }).toggles.map((toggle) => [toggle.name, toggle]))
}
const askAll = async () => {
  const answers: Map<string, FrontendToggle>[] = []
  for (const context of CONTEXTS) answers.push(await ask(context))
  return answers
}

type Way = 'turnsOn' | 'turnsOff' | 'variantChanges' | 'stays'
function wayOf(before: FrontendToggle | undefined, after: FrontendToggle | undefined): Way {
  const [was, is] = [before?.enabled ?? false, after?.enabled ?? false]
  if (was !== is) return is ? 'turnsOn' : 'turnsOff'
  return is && before?.variant.name !== after?.variant.name ? 'variantChanges' : 'stays'
}
const countWays = (ways: readonly Way[]) =>
  Object.fromEntries(
    (['turnsOn', 'turnsOff', 'variantChanges', 'stays'] as const).map((way) => [
      way,
      ways.filter((one) => one === way).length,
    ]),
  )

describe('the blast radius', () => {
  it('equals the effect on each context when the change is made', async () => {
    let flips = 0
    await fc.assert(
      fc.asyncProperty(situation, change, async (given, wanted) => {
        const made = await make(given)
        const asked = toAsked(made, given, wanted)
        fc.pre(asked !== undefined)
        const before = await askAll()
        const radius = (await must('POST', asked.path, asked.body)) as BlastRadius
        await must(...asked.save)
        const after = await askAll()
        const of = (flag: string) => before.map((one, index) => wayOf(one.get(flag), after[index]?.get(flag)))
        const here = radius.flags.filter((one) => one.environment === 'development')
        for (const { feature, seen, turnsOn, turnsOff, variantChanges, stays } of here) {
          expect(seen).toBe(CONTEXTS.length)
          expect({ feature, turnsOn, turnsOff, variantChanges, stays }).toEqual({
            feature,
            ...countWays(of(feature)),
          })
        }
        // a flag that no change names is not affected
        for (const flag of [made.parent, made.child])
          if (!here.some((one) => one.feature === flag))
            expect(countWays(of(flag))['stays']).toBe(CONTEXTS.length)
        flips += radius.seen - radius.stays
        // later flags are requested without parents
        for (const flag of [made.child, made.parent])
          await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
        for (const sample of radius.samples) expect(sample.before).not.toEqual(sample.after)
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60), seed: 20_261_121 },
    )
    // without any effect nothing would have been compared
    expect(flips).toBeGreaterThan(100)
  })
})
