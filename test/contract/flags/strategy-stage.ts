import { afterAll, beforeAll, beforeEach } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { startBackend, type Answer, type TestBackend } from '#support/service/start-backend.ts'

/** Strategy in a response. */
export interface StoredStrategy {
  id: string
  sortOrder: number
  [field: string]: unknown
}

/** Instance with a new flag for each test, and requests for the flag's strategies. */
export interface StrategyStage {
  app: TestBackend
  flag: string
  /** Path of the flag's strategies in an environment. */
  path: (environment?: string) => string
  post: (body: unknown, environment?: string) => Promise<Answer>
  add: (body?: unknown) => Promise<StoredStrategy>
}

/** Starts the stage for the tests of a file. */
export function useStrategies(): StrategyStage {
  let count = 0
  const stage = {
    path: (environment = 'development') =>
      `/api/admin/projects/default/features/${stage.flag}/environments/${environment}/strategies`,
    post: (body, environment) => stage.app.call('POST', stage.path(environment), { body }),
    add: async (body = { name: 'flexibleRollout' }) => (await stage.post(body)).body as StoredStrategy,
  } as StrategyStage
  beforeAll(async () => {
    stage.app = await startBackend()
  })
  beforeEach(async () => {
    stage.flag = `flag-${++count}`
    await stage.app.call(createFeature, { params: { projectId: 'default' }, body: { name: stage.flag } })
  })
  afterAll(() => stage.app.stop())
  return stage
}

/** Lists the messages of an error. */
export const messagesOf = (body: unknown) =>
  (body as { details: { message: string }[] }).details.map((one) => one.message)
