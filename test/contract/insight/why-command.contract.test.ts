import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { ResultChanges } from '#shared/insight/schemas/result-changes.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
let url = ''

beforeAll(async () => {
  vi.stubEnv('HALYARD_TOKEN', ADMIN)
  app = await startBackend()
  url = await app.backend.listen('auto')
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'asked' } })
  app.clock.advance(1000)
  await app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: 'asked', environment: 'development' },
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.stop()
})

const why = (...args: string[]) => runCommandLine('why', ...args, '--url', url)

describe('halyard why', () => {
  it('says why a flag is on, and what changed it, newest first', async () => {
    const { status, out } = await why('asked', '--context', 'userId=42')
    expect(status).toBe(0)
    expect(out).toMatch(/^asked in development now: on\n {2}On: /)
    expect(out).toMatch(
      /off → on\. .*Flag enabled, by \S+ \(event \d+, \d+\)\n {2}before: Off: it is disabled/,
    )
    expect(out.indexOf('off → on')).toBeLessThan(out.indexOf('Flag created'))
  })

  it('prints JSON, for a project as well', async () => {
    const { status, out } = await why('--project', 'default', '--json')
    expect(status).toBe(0)
    const { changes } = ResultChanges.parse(JSON.parse(out))
    expect(changes.map(({ flag }) => flag)).toEqual(['asked', 'asked'])
  })

  it('counts overrides for the token or the header that it names', async () => {
    app.clock.advance(1000)
    await app.call(setOverride, {
      params: {
        ...{ projectId: 'default', featureName: 'asked', environment: 'development' },
        audience: 'header:ada',
      },
      body: { enabled: false },
    })
    const { out } = await why('asked', '--overlay', 'ada')
    expect(out).toContain('asked in development now: off')
    expect(out).toContain('Overridden for overlay ada by')
    expect((await why('asked', '--as-token', 'shop')).out).toContain('asked in development now: on')
    expect((await why('asked', '--overlay', 'a b')).status).toBe(3)
  })

  it('says what the instance rejects, with a status of its own', async () => {
    const { status, error } = await why('asked', '--until', '2999-01-01T00:00:00Z')
    expect([status, error]).toEqual([3, expect.stringContaining('must be in the past')])
    expect((await why()).status).toBe(2)
  })
})
