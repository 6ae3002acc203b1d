import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { isInPlan, planOf, PLANS, type Plan } from '#shared/instance/rules/plans.ts'
import { CONTRACT_VERSION } from '#shared/versions/rules/contract-version.ts'
import { isServedIn } from '#shared/versions/rules/is-served-in.ts'
import { readConfig } from '#settings/config.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

interface Listed {
  operationId: string
  method: string
  path: string
}
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const keyOf = ({ method, path: at }: Pick<Listed, 'method' | 'path'>) =>
  `${method} ${at.replace(/:\w+|\{\w+\}/g, '*')}`

const OPEN_SOURCE = new Set(
  Object.values(read('test/support/fixtures/contract-v7-operations.json') as Record<string, Listed[]>)
    .flat()
    .map(keyOf),
)
const { operations: enterprise } = read('test/conformance/published/enterprise.json') as {
  operations: Record<string, Omit<Listed, 'operationId'>>
}
const ENTERPRISE = new Set(Object.values(enterprise).map(keyOf))
/** Served by open source, although its document leaves it out (recorded edition, docs/contract/editions.md). */
const UNDOCUMENTED = ['getUserPermissions']

const ofPlan = (plan: Plan) => OPERATIONS.filter((operation) => planOf(operation) === plan)
const isServed = (operation: Operation) => isServedIn(operation, CONTRACT_VERSION)

describe('the table of plans', () => {
  it('has everything that open source publishes in the plan oss', () => {
    const higher = OPERATIONS.filter((one) => OPEN_SOURCE.has(keyOf(one)) && planOf(one) !== 'oss')
    expect(higher.map(({ operationId }) => operationId)).toEqual([])
    expect(ofPlan('oss').filter((one) => OPEN_SOURCE.has(keyOf(one)))).toHaveLength(214)
  })

  it('has everything that only Enterprise publishes in a higher plan', () => {
    const lower = ofPlan('oss').filter((one) => ENTERPRISE.has(keyOf(one)) && !OPEN_SOURCE.has(keyOf(one)))
    expect(lower.map(({ operationId }) => operationId)).toEqual(UNDOCUMENTED)
  })

  it('has in Pro only operations of the contract that open source does not publish', () => {
    const pro = ofPlan('pro')
    expect(pro.length).toBe(17)
    expect(pro.filter((one) => OPEN_SOURCE.has(keyOf(one)))).toEqual([])
  })

  it('includes in each plan the plans below it', () => {
    for (const operation of OPERATIONS) {
      const admitted = PLANS.map((plan) => isInPlan(operation, plan))
      expect(admitted).toEqual([...admitted].sort())
      expect(admitted.at(-1)).toBe(true)
    }
  })
})

describe.each(PLANS)('an instance of the plan %s', (plan) => {
  let app: TestBackend
  beforeAll(async () => {
    app = await startBackend({ env: { HALYARD_PLAN: plan } })
  })
  afterAll(() => app.stop())

  it('returns it in its configuration and statistics', async () => {
    const { body } = await app.call('GET', '/api/admin/ui-config')
    const expected = {
      oss: ['Open Source', 'open-source', ''],
      pro: ['Pro', 'hosted', CONTRACT_VERSION],
      enterprise: ['Enterprise', 'enterprise', CONTRACT_VERSION],
    }[plan]
    const config = body as {
      environment: string
      authenticationType: string
      versionInfo: { current: { oss: string; enterprise: string } }
    }
    const { environment, authenticationType, versionInfo } = config
    expect([environment, authenticationType, versionInfo.current.enterprise]).toEqual(expected)
    expect(versionInfo.current.oss).toBe(CONTRACT_VERSION)
    const statistics = await app.call('GET', '/api/admin/instance-admin/statistics')
    expect(statistics.body).toMatchObject({ versionEnterprise: expected?.[2] })
  })

  it('describes exactly the operations of the plan', async () => {
    const { body } = await app.call('GET', '/docs/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, unknown>> }
    const described = Object.entries(paths).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => keyOf({ method: method.toUpperCase(), path: at })),
    )
    const expected = OPERATIONS.filter((one) => isServed(one) && isInPlan(one, plan)).map(keyOf)
    expect(described.sort()).toEqual(expected.sort())
  })

  it('answers operations of higher plans as unknown paths', async () => {
    const higher = OPERATIONS.filter(
      (one) => isServed(one) && !isInPlan(one, plan) && one.path.startsWith('/api'),
    )
    expect(higher.length > 0).toBe(plan !== 'enterprise')
    for (const { method, path: at } of higher) {
      const url = at.replace(/:\w+/g, 'default')
      const answer = await app.call(method, url, method === 'GET' || method === 'DELETE' ? {} : { body: {} })
      // another operation may match the path with a parameter, such as `/projects/:projectId`
      if (OPERATIONS.some((one) => one.method === method && isInPlan(one, plan) && matches(one.path, url)))
        continue
      expect([method, url, answer.status]).toEqual([method, url, 404])
      expect(answer.body).toMatchObject({
        name: 'NotFoundError',
        message: `The path you were looking for (${url}) is not available.`,
      })
    }
  })
})

const matches = (pattern: string, url: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(url)

describe('the setting plan', () => {
  const folder = makeTempFolder()
  afterAll(() => folder.remove())
  const plan = (flags: object, env: NodeJS.ProcessEnv = {}) =>
    readConfig({ dataDir: folder.folder, ...flags }, env).plan

  it('is enterprise by default, and the command line wins over the environment', () => {
    expect(plan({})).toBe('enterprise')
    expect(plan({}, { HALYARD_PLAN: 'pro' })).toBe('pro')
    expect(plan({ plan: 'oss' }, { HALYARD_PLAN: 'pro' })).toBe('oss')
  })

  it('rejects an unknown plan, and names the source', () => {
    expect(() => plan({}, { HALYARD_PLAN: 'gold' })).toThrow(
      'plan: must be oss, pro or enterprise (from environment)',
    )
  })
})
