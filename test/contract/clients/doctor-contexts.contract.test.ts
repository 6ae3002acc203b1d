import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { ContextFindings } from '#shared/clients/schemas/context-findings.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { ADMIN, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
let url = ''

beforeAll(async () => {
  vi.stubEnv('HALYARD_TOKEN', ADMIN)
  app = await startBackend()
  url = await app.backend.listen('auto')
  await app.call('GET', '/api/frontend?appName=web&userId=eve%40example.com&hobby=go', {
    token: FRONTEND,
    headers: { 'unleash-sdk': 'unleash-js-sdk:3.8.2' },
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.stop()
})

const doctor = (...args: string[]) => runCommandLine('doctor', '--contexts', '--instance', url, ...args)

describe('halyard doctor --contexts', () => {
  it('prints findings with their evidence and the line to change', async () => {
    const { status, out } = await doctor()
    expect(status).toBe(0)
    expect(out).toContain('development: 1 contexts, all since ')
    expect(out).toContain('\nNever registered: web\n')
    expect(out).toContain('WARNING  development: web sends e-mail addresses as userId')
    expect(out).toContain('1 of 1 contexts, 1 requests')
    expect(out).toContain("unleash.setContextField('userId', user.id)   (JavaScript)")
    expect(out).toContain('note  development: web sends hobby, which no flag uses.')
    expect(out).not.toContain('eve@')
  })

  it('prints JSON, as the operation answers it', async () => {
    const { status, out } = await doctor('--json', '--application', 'web')
    expect(status).toBe(0)
    expect(ContextFindings.parse(JSON.parse(out)).findings.map(({ rule }) => rule)).toEqual([
      'email-id',
      'unused-field',
    ])
  })

  it.each([
    ['problem', 0],
    ['warning', 3],
    ['info', 3],
  ])('fails on %s with %d', async (level, status) => {
    expect((await doctor('--fail-on', level)).status).toBe(status)
  })

  it('does not fail on what the options leave out', async () => {
    for (const left of [
      ['--application', 'shop'],
      ['--environment', 'production'],
      ['--project', 'elsewhere'],
    ])
      expect(await doctor('--fail-on', 'info', ...left)).toMatchObject({
        status: 0,
        out: expect.stringMatching(/No contexts|Nothing is wrong/) as unknown,
      })
    app.clock.advance(60_000)
    const since = app.clock.now().toISOString()
    expect((await doctor('--fail-on', 'info', '--since', since)).status).toBe(0)
  })

  it('says what is wrong with its options', async () => {
    for (const args of [['--fail-on', 'anything'], ['--since', 'once'], ['a text']])
      expect((await doctor(...args)).status).toBe(2)
    vi.stubEnv('HALYARD_TOKEN', '')
    expect(await doctor()).toMatchObject({
      status: 2,
      error: expect.stringContaining('HALYARD_TOKEN') as unknown,
    })
    vi.stubEnv('HALYARD_TOKEN', FRONTEND)
    expect((await doctor()).status).toBe(1)
    vi.stubEnv('HALYARD_TOKEN', ADMIN)
  })
})
