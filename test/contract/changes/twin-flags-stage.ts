import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { PEOPLE, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { releasesOf, type Releases } from '#support/stages/releases.ts'
import { startBackend, type Answer, type TestBackend } from '#support/service/start-backend.ts'

/** Two equal flags: one is changed by requests, its twin by direct operations. */
export interface TwinFlags {
  app: TestBackend
  requests: Requests
  releases: Releases
  flag: string
  twin: string
  /** Number of the test, for names of its own. */
  count: number
  /** Sends a request that must succeed. */
  direct: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Creates and approves a request, and returns its ID. */
  approve: (changes: unknown) => Promise<number>
  /** Creates, approves and applies a request, and returns it. */
  apply: (changes: unknown, as?: string) => Promise<ChangeRequest>
  /** Removes properties from a response, and the difference between the names of the two flags. */
  withoutNames: (body: unknown, removed: readonly string[]) => unknown
}

/** Starts an instance for the tests of a file; each test begins with two new flags and no requests. */
export function useTwinFlags({ env }: { env?: Record<string, string> } = {}): TwinFlags {
  const stage = {
    count: 0,
    direct: async (method, path, body) => {
      const answer = await stage.app.call(method, path, body === undefined ? {} : { body })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    },
    approve: async (changes) => {
      const { id } = await stage.requests.add(changes)
      await stage.requests.move(id, 'In review')
      await stage.requests.move(id, 'Approved', 'reviewer')
      return id
    },
    apply: async (changes, as = 'applier') => {
      const id = await stage.approve(changes)
      await stage.requests.move(id, 'Applied', as)
      return stage.requests.get(id)
    },
    withoutNames: (body, removed) => {
      const plain = JSON.stringify(body, (key, value: unknown) => (removed.includes(key) ? undefined : value))
      return JSON.parse(plain.replaceAll(stage.flag, 'flag').replaceAll(stage.twin, 'flag')) as unknown
    },
  } as TwinFlags
  beforeAll(async () => {
    stage.app = await startBackend({ users: PEOPLE, ...(env ? { env } : {}) })
    stage.requests = requestsOf(stage.app)
    stage.releases = releasesOf(stage.app)
    await stage.requests.configure(1)
  })
  beforeEach(async () => {
    stage.count++
    await stage.app.backend.store.queries.deleteFrom('change_requests').execute()
    stage.flag = await stage.requests.addFlag(`flag-${stage.count}`)
    stage.twin = await stage.requests.addFlag(`twin-${stage.count}`)
  })
  afterAll(() => stage.app.stop())
  return stage
}
