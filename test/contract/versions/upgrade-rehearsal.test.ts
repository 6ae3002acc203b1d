import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { root } from '#support/runner/root.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getUpgradeReport } from '#shared/versions/contract/upgrade-report.ts'

interface Script {
  /** The version that the script was written for. */
  contract: string
  callers: Record<string, { token: 'admin' | 'backend' | 'frontend'; headers: Record<string, string> }>
  calls: { by: string; call: string; body?: unknown; status: number }[]
}

const TOKENS = { admin: ADMIN, backend: BACKEND, frontend: FRONTEND }
const fixture = (name: string) => path.join(root, 'test/support/fixtures', name)
const script = JSON.parse(readFileSync(fixture('upgrade-script.json'), 'utf8')) as Script

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_CONTRACT: script.contract, HALYARD_BASE_URL: 'https://flags.example.com' },
  })
})
afterAll(() => app.stop())

/** A script of calls, as a pipeline and two programs make them, before the service is upgraded. */
describe('the rehearsal of an upgrade', () => {
  it.each(script.calls.map((one) => [one.by, one.call, one] as const))(
    '%s: %s',
    async (by, what, { body, status }) => {
      const [method = '', at = ''] = what.split(' ')
      const caller = script.callers[by]
      if (!caller) throw new Error(`there is no caller ${by}`)
      const answer = await app.call(method, at, {
        token: TOKENS[caller.token],
        headers: caller.headers,
        ...(body === undefined ? {} : { body }),
      })
      expect(answer.status, answer.text).toBe(status)
    },
  )

  it.each([
    ['upgrade-report-6-to-7.json', 'from=6&to=7'],
    ['upgrade-report-6-to-8.json', 'from=6&to=8'],
    ['upgrade-report-6-to-7.md', 'from=6&to=7&format=md'],
    ['upgrade-report-6-to-8-by-application.md', 'from=6&to=8&format=md&groupBy=application'],
  ])('returns the expected report: %s', async (file, query) => {
    const { status, text, body } = await app.call('GET', `/api/admin/upgrade-report?${query}`)
    expect(status).toBe(200)
    const isJson = file.endsWith('.json')
    await expect(isJson ? `${JSON.stringify(body, null, 2)}\n` : text).toMatchFileSnapshot(fixture(file))
  })

  it('names each caller for its requests, and none for requests that stay valid', async () => {
    const { body } = await app.call(getUpgradeReport, {
      query: { from: '6', to: '8', groupBy: 'application' },
    })
    const { groups = [], calls } = body
    expect(groups.map(({ name }) => name).sort()).toEqual(['deploy pipeline', 'kiosk', 'shop'])
    const samples = calls.flatMap(({ callers }) => callers.map(({ sample }) => sample))
    expect(samples).not.toContain('GET /health')
    expect(samples).not.toContain('POST /api/admin/projects/default/features')
    expect(samples).not.toContain('POST /api/frontend/client/metrics')
  })
})
