import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import { createExpectation } from '#shared/insight/contract/expectations.ts'
import type { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'

export const PROJECT = '/api/admin/projects/default'
export const FEATURES = `${PROJECT}/features`
export const MEMBER = 5
const GATES = ['expectation-warned', 'expectation-excepted', 'expectations-unchecked'] as const

export let app: TestBackend
/** Flag of the test that runs, on for Norway in development. */
export let flag = ''
let made = 0

/** Starts an instance with people of several rights, and makes a flag for each test. */
export function useGates(): void {
  beforeAll(async () => {
    app = await startBackend({
      users: [
        { username: 'ann', roles: ['Admin'] },
        { username: 'ed', roles: ['Editor'] },
        { username: 'seg', permissions: [{ permission: 'UPDATE_SEGMENT' }], atRoot: true },
        { username: 'stranger', roles: ['Viewer'] },
        {
          ...{ username: 'max', roles: ['Viewer'] },
          permissions: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
        },
      ],
    })
  })
  afterAll(() => app.stop())
  beforeEach(async () => void (flag = await makeFlag()))
}

/** Goes on with another flag. */
export function takeFlag(name: string): void {
  flag = name
}

/** Makes a flag that is on for Norway in development. */
export async function makeFlag(strategy: object = nordic()): Promise<string> {
  const name = `flag-${++made}`
  await post(FEATURES, { name })
  await post(`${FEATURES}/${name}/environments/development/strategies`, strategy)
  await post(`${FEATURES}/${name}/environments/development/on`)
  return name
}
export const nordic = (more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'userId', groupId: 'g' },
  constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
  ...more,
})
export async function post(path: string, body?: object) {
  const answer = await app.call('POST', path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as { id: string }
}
export const turn = (to: 'on' | 'off', call: object = {}, environment = 'development') =>
  app.call('POST', `${FEATURES}/${flag}/environments/${environment}/${to}`, call)

/** Creates an expectation of the flag in development. */
export async function gate(more: Partial<ExpectationInput> = {}): Promise<string> {
  const body: ExpectationInput = {
    ...{ name: `gate-${++made}`, flag, environment: 'development', gate: 'refuse' },
    ...{ contexts: [{ userId: '7', country: 'NO' }], expect: { enabled: true } },
    ...more,
  }
  const { status, text } = await app.call(createExpectation, { body })
  expect(status, text).toBe(201)
  return body.name ?? ''
}
export interface Refusal {
  name: string
  message: string
  details: { message: string }[]
  violations: {
    expectation?: string
    policy?: string
    flag: string
    message: string
    explanation: string[]
  }[]
}
export const refusedBy = ({ status, body }: { status: number; body: unknown }) =>
  status === 403 ? (body as Refusal).violations.map(({ expectation }) => expectation) : status

export const gateEvents = async () => {
  const rows = await app.backend.store.queries
    .selectFrom('events')
    .selectAll()
    .where('type', 'in', GATES)
    .orderBy('id')
    .execute()
  return rows.map(({ type, feature_name: of, data }) => ({
    type,
    of,
    data: JSON.parse(String(data)) as object,
  }))
}

export const put = (path: string, body?: object) => app.call('PUT', path, body === undefined ? {} : { body })
export const ask = (path: string, body?: object) => app.call('POST', path, body === undefined ? {} : { body })
