import { expect, it } from 'vitest'

import { isReading } from '#shared/contract-engine/is-reading.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { isMultiValue } from '#shared/flags/constraints/validate-constraint.ts'
import { OPERATORS, type Operator } from '#shared/flags/schemas/constraint.ts'
import { lackElsewhere } from '#shared/versions/rules/offered-elsewhere.ts'
import { operatorsElsewhere } from '#shared/versions/rules/operators-elsewhere.ts'
import { connectProfile, type Connected } from './support/connect.ts'
import { describeOriginals } from './support/originals.ts'
import { WINDOW_WRITES, type Kept } from './support/window-writes.ts'

const ADMINS = OPERATIONS.filter(({ audience }) => audience === 'admin')
/** Answered although no document of the service names it. */
const UNDOCUMENTED = ['getUserPermissions']

const FOR_LONG = '2099-01-01T00:00:00.000Z'

const patternOf = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, '{}')

describeOriginals('the operations that the window offers', ({ version, original }) => {
  let connected: Connected
  const profile = () => (connected ??= connectProfile(original().url, original().seeded.pats.admin))

  it('are those that the service documents', async () => {
    const { connection, ask } = profile()
    await ask('status')
    expect(connection.facts).toEqual({ version, edition: 'oss', takesFlagVariants: false })
    const { body } = await original().call('GET', '/docs/openapi.json')
    const { paths } = body as { paths: Record<string, object> }
    const documented = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${patternOf(path)}`),
      ),
    )
    const differing = ADMINS.filter(
      (one) =>
        (lackElsewhere(one, connection.facts) === undefined) !==
        documented.has(`${one.method} ${patternOf(one.path)}`),
    )
    expect(differing.map(({ operationId }) => operationId)).toEqual(UNDOCUMENTED)
  })

  it('go with the operators of constraints that it takes', async () => {
    const values: Partial<Record<Operator, string>> = {
      IN_CIDR: '10.0.0.0/8',
      DATE_AFTER: FOR_LONG,
      DATE_BEFORE: FOR_LONG,
    }
    const taken = []
    for (const operator of OPERATORS) {
      const value = values[operator] ?? (operator.startsWith('SEMVER_') ? '1.2.3' : '5')
      const body = {
        contextName: 'x',
        operator,
        ...(isMultiValue(operator) ? { values: [value] } : { value }),
      }
      const { status } = await original().call('POST', '/api/admin/constraints/validate', { body })
      if (status === 204) taken.push(operator)
    }
    expect(operatorsElsewhere({ version })).toEqual(taken)
  })

  it('are all among the writes that follow', async () => {
    const { connection } = profile()
    const offered = ADMINS.filter(
      (one) => lackElsewhere(one, connection.facts) === undefined && !isReading(one),
    ).map(({ operationId }) => operationId)
    const written = new Set(WINDOW_WRITES.map(({ operation }) => operation))
    expect(offered.filter((one) => !written.has(one))).toEqual([])
  })

  it('are there again after the service has been started again', async () => {
    const { url, call, revive } = original()
    expect(await revive()).toBe(false)
    process.kill(original().pid, 'SIGKILL')
    const ends = () =>
      fetch(`${url}/health`).then(
        () => false,
        () => true,
      )
    await expect.poll(ends).toBe(true)
    expect(await revive()).toBe(true)
    expect((await call('GET', '/api/admin/projects')).status).toBe(200)
  })

  const kept: Kept = {}
  it.each(WINDOW_WRITES.map((one, index) => [one.operation, index] as const))(
    'are accepted: %s (%i)',
    async (_operation, index) => {
      const { operation, input, keep } = WINDOW_WRITES[index] ?? expect.fail('There is none.')
      const { ask } = profile()
      const send = () => ask(operation, input(kept), 'mutation')
      const answer = await send().catch(async (error: unknown) => {
        // the real service has ended by itself while flags were deleted, on a slow machine: its users start it, and send it again
        if (!(await original().revive())) throw error
        return send()
      })
      Object.assign(kept, await keep?.(answer, ask))
    },
  )
})
