import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isReadingCall } from '#main/profiles/reading-calls.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { root } from '#support/runner/root.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
let procedures: string[]
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'root', roles: ['Admin'] }] })
  procedures = Object.keys(app.backend.appRouter._def.procedures)
})
afterAll(() => app.stop())

describe('the procedures of the window', () => {
  it('have the ids of operations, except for variants and what only the window needs', () => {
    const ids = new Set(OPERATIONS.map(({ operationId }) => operationId))
    expect(procedures.filter((name) => !ids.has(name)).sort()).toEqual([
      'changes',
      'clientNews',
      'recentClients',
      'requestNews',
      'searchAllEvents',
      'signalNews',
      'status',
      'surveyPastPlayground',
      'surveyPlayground',
    ])
  })

  it('exist for users: operations of SDKs, proxies, senders and visitors have none', () => {
    const others = OPERATIONS.filter(({ audience }) => audience !== 'admin').map((one) => one.operationId)
    expect(others.length).toBeGreaterThan(20)
    expect(others.filter((id) => procedures.includes(id))).toEqual([])
  })

  it('pass safe mode if they are no mutations, or only ask another machine or note an export', () => {
    const typed = app.backend.appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string } }
    >
    const passing = procedures.filter((name) => isReadingCall(name))
    expect(passing.filter((name) => typed[name]?._def.type === 'mutation').sort()).toEqual([
      'checkDatabase',
      'exportFeatures',
      'previewRemotePull',
    ])
    const held = procedures.filter((name) => !isReadingCall(name) && typed[name]?._def.type !== 'mutation')
    // it writes into the log of the service, and the window never does that
    expect(held).toEqual(['uiObservability'])
  })

  it('omit what a version of the contract removed, such as creating admin tokens', async () => {
    const former = [...FORMER_OPERATIONS.map(({ operationId }) => operationId), 'createApiTokenFormerly']
    expect(former.filter((id) => procedures.includes(id))).toEqual([])
    const body = { tokenName: 'all', type: 'admin' }
    const { status } = await app.call('POST', '/trpc/createApiTokenFormerly', { as: 'root', body: { body } })
    expect(status).toBe(404)
  })

  it('include all that the pages use', () => {
    const named = readdirSync(path.join(root, 'src-renderer'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.(ts|svelte)$/.test(file))
      .flatMap((file) => [
        ...readFileSync(path.join(root, 'src-renderer', file), 'utf8').matchAll(
          /\bapi\.(\w+)\.(?:query|mutate|subscribe)\b/g,
        ),
      ])
      .map(([, name]) => name)
    expect(named.length).toBeGreaterThan(100)
    expect([...new Set(named)].filter((name) => !procedures.includes(name ?? ''))).toEqual([])
  })
})
