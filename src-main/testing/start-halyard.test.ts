import { createRequire } from 'node:module'
import { existsSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { startUnleash } from 'unleash-client'
import { UnleashClient } from 'unleash-proxy-client'
import { afterEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { startHalyard } from './start-halyard.ts'
import type { HalyardOptions, TestHalyard } from './test-halyard.ts'

const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')
const running: TestHalyard[] = []
const start = async (options: HalyardOptions = {}) => {
  const halyard = await startHalyard(options, { wasmFile })
  running.push(halyard)
  return halyard
}
afterEach(async () => {
  for (const halyard of running.splice(0)) await halyard.stop()
})

describe('startHalyard', () => {
  it('serves flags to the Node SDK, and asserts what the SDK reports', async () => {
    const halyard = await start({ flags: { checkout: true, search: false } })
    const sdk = await startUnleash({ ...halyard.nodeSdk })
    try {
      expect(sdk.isEnabled('checkout')).toBe(true)
      expect(sdk.isEnabled('checkout')).toBe(true)
      expect(sdk.isEnabled('search')).toBe(false)
      const report = await halyard.assert.evaluated('checkout', { enabled: true, atLeast: 2 })
      expect(report).toEqual({ yes: 2, no: 0, variants: {}, applications: ['tests'] })
      await halyard.assert.evaluated('search', { enabled: false })
      await expect(halyard.assert.evaluated('search', { enabled: true, within: 0 })).rejects.toThrow(
        'The flag search was evaluated as true 0 times, expected at least 1',
      )
      await expect(halyard.assert.notEvaluated('checkout')).rejects.toThrow(
        'The flag checkout was evaluated 2 times, expected none',
      )
      const changed = new Promise((resolve) => sdk.once('changed', resolve))
      await halyard.flags.set('search', true)
      await changed
      expect(sdk.isEnabled('search')).toBe(true)
    } finally {
      sdk.destroy()
    }
  })

  it('serves flags to the browser SDK', async () => {
    const halyard = await start({ flags: { theme: { variants: [{ name: 'dark', payload: { size: 3 } }] } } })
    const sdk = new UnleashClient({ ...halyard.browserSdk })
    try {
      await sdk.start()
      expect(sdk.getVariant('theme')).toMatchObject({
        name: 'dark',
        payload: { type: 'json', value: '{"size":3}' },
      })
    } finally {
      sdk.stop()
    }
  })

  it('sets flags on, off, for some users and with variants', async () => {
    const halyard = await start()
    const { flags } = halyard
    await flags.set('x', true)
    expect(await flags.isEnabled('x')).toBe(true)
    await flags.set('x', false)
    expect(await flags.isEnabled('x')).toBe(false)
    await flags.set('x', {
      constraints: [{ contextName: 'country', operator: 'IN', values: ['no'] }],
      variants: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    })
    expect(await flags.isEnabled('x', { properties: { country: 'se' } })).toBe(false)
    expect(await flags.variant('x', { userId: '7', properties: { country: 'no' } })).toMatch(/^[abc]$/)
    await flags.setAll({ x: { rollout: 0 }, y: { variants: [{ name: 'only', weight: 1000 }] } })
    expect(await flags.isEnabled('x', { userId: '7' })).toBe(false)
    expect(await flags.variant('y')).toBe('only')
    expect(await flags.variant('x')).toBeUndefined()
  })

  it('overrides flags for some and for all, until it is taken back', async () => {
    const { flags } = await start({ flags: { x: false } })
    await flags.override('x', { variant: 'blue', payload: 'B' }, 'user:7')
    expect(await flags.variant('x', { userId: '7' })).toBe('blue')
    expect(await flags.isEnabled('x', { userId: '8' })).toBe(false)
    await flags.override('x', {
      strategies: [
        { name: 'default', constraints: [{ contextName: 'userId', operator: 'IN', values: ['9'] }] },
      ],
    })
    expect(await flags.isEnabled('x', { userId: '9' })).toBe(true)
    expect(await flags.isEnabled('x', { userId: '1' })).toBe(false)
    await flags.override('x', true, 'header:ada')
    await flags.override('x', false, 'token:admin')
    expect(await flags.isEnabled('x', { userId: '9' })).toBe(false)
    await flags.override('x', null, 'token:admin')
    await flags.override('x', true)
    expect(await flags.isEnabled('x', { userId: '8' })).toBe(true)
    await flags.override('x', null)
    expect(await flags.isEnabled('x', { userId: '8' })).toBe(false)
    await expect(flags.override('y', true)).rejects.toThrow('404')
  })

  it('evaluates as a request with a header or with another token', async () => {
    const halyard = await start({ flags: { x: false } })
    const { flags } = halyard
    const { secret: token } = (await halyard.admin('POST', '/api/admin/api-tokens', {
      tokenName: 'web',
      type: 'frontend',
      environment: 'development',
      projects: ['default'],
    })) as { secret: string }
    await flags.override('x', true, 'header:ada')
    await flags.override('x', { variant: 'blue' }, 'token:web')
    expect(await flags.isEnabled('x')).toBe(false)
    expect(await flags.isEnabled('x', {}, { overlay: 'ada' })).toBe(true)
    expect(await flags.isEnabled('x', {}, { overlay: 'bob' })).toBe(false)
    expect(await flags.variant('x', {}, { token })).toBe('blue')
  })

  it('applies a scenario, and names its faults', async () => {
    const scenario = {
      scenario: 1,
      environments: [{ name: 'staging', type: 'test' }],
      projects: [{ id: 'default', environments: ['development', 'staging'] }],
    }
    const halyard = await start({ scenario, environment: 'staging', flags: { banner: true } })
    expect(await halyard.flags.isEnabled('banner')).toBe(true)
    const sdk = await startUnleash({ ...halyard.nodeSdk })
    expect(sdk.isEnabled('banner')).toBe(true)
    sdk.destroy()
    await expect(halyard.apply('scenario: 1\nflags: [{ nam: x }]')).rejects.toThrow('scenario:2')
    await expect(start({ scenario: 'scenario: 2' })).rejects.toThrow('scenario')
    await expect(start({ scenarioFile: 'resources/none.yaml' })).rejects.toThrow('ENOENT')
    await start({ scenarioFile: 'resources/demo.yaml' })
  })

  it('restores what a test has changed', async () => {
    const halyard = await start({ flags: { x: true, y: false } })
    const sdk = await startUnleash({ ...halyard.nodeSdk })
    try {
      await halyard.snapshot()
      await halyard.flags.setAll({ x: false, y: true, z: { variants: [{ name: 'a' }] } })
      expect(await halyard.flags.isEnabled('y')).toBe(true)
      await halyard.restore()
      for (const [flag, on] of [
        ['x', true],
        ['y', false],
        ['z', false],
      ] as const)
        expect(await halyard.flags.isEnabled(flag)).toBe(on)
      // the tokens work on, and the SDK sees what was restored with a later poll
      await halyard.flags.set('y', true)
      // an earlier poll may have found y on and x off, before both were restored
      await expect.poll(() => [sdk.isEnabled('x'), sdk.isEnabled('y')]).toEqual([true, true])
      await halyard.restore()
      await expect.poll(() => sdk.isEnabled('y')).toBe(false)
      await expect(halyard.restore('none')).rejects.toThrow('404')
    } finally {
      sdk.destroy()
    }
  })

  it('asserts impressions and signals', async () => {
    const scenario = { scenario: 1, signalEndpoints: [{ name: 'deploys', enabled: true }] }
    const halyard = await start({ scenario, flags: { x: { impressionData: true } } })
    const impression = { featureName: 'x', eventType: 'isEnabled', enabled: true, context: { userId: '7' } }
    const sending = fetch(`${halyard.url}/api/impressions`, {
      method: 'POST',
      headers: { authorization: halyard.tokens.backend, 'content-type': 'application/json' },
      body: JSON.stringify(impression),
    })
    expect(await halyard.assert.impression({ flag: 'x', userId: '7' })).toMatchObject({ enabled: true })
    expect((await sending).status).toBe(202)
    await expect(halyard.assert.impression({ flag: 'x', userId: '8', within: 0 })).rejects.toThrow(
      'None of 1 impressions is as expected',
    )
    expect(await halyard.impressions('other')).toEqual([])

    const list = await halyard.admin('GET', '/api/admin/signal-endpoints')
    expect(list).toMatchObject({ signalEndpoints: [{ name: 'deploys' }] })
    await expect(halyard.assert.signal({ endpoint: 'deploys', within: 0 })).rejects.toThrow(
      'None of 0 signals',
    )
    await halyard.admin('POST', '/api/admin/signal-endpoints/1/signals', { payload: { app: 'a', ok: true } })
    expect(await halyard.assert.signal({ endpoint: 'deploys', payload: { app: 'a' } })).toMatchObject({
      payload: { app: 'a', ok: true },
    })
    await expect(halyard.assert.signal({ payload: { app: 'b' }, within: 0 })).rejects.toThrow('None of 1')
    await expect(halyard.admin('GET', '/api/admin/nothing')).rejects.toThrow('404')
    await expect(halyard.admin('BREW', '/api/admin')).rejects.toThrow('There is no method BREW')
  })

  it('keeps instances apart, and leaves nothing behind', async () => {
    const foldersNow = () =>
      readdirSync(os.tmpdir()).filter((name) => name.startsWith(`halyard-testing-${process.pid}-`))
    const before = foldersNow().length
    const [one, other] = await Promise.all([start({ flags: { x: true } }), start()])
    expect(await one.flags.isEnabled('x')).toBe(true)
    expect(await other.flags.isEnabled('x')).toBe(false)
    await one.stop()
    await other.stop()
    running.length = 0
    expect(foldersNow().length).toBe(before)
    await expect(fetch(`${one.url}/health`)).rejects.toThrow('fetch failed')
  })

  it('keeps its data in a folder that is named', async () => {
    const temp = makeTempFolder()
    try {
      const first = await start({ folder: temp.folder, flags: { kept: true } })
      await first.stop()
      running.length = 0
      expect(existsSync(path.join(temp.folder, 'halyard.db'))).toBe(true)
      const second = await start({ folder: temp.folder })
      expect(await second.flags.isEnabled('kept')).toBe(true)
      await second.stop()
      running.length = 0
    } finally {
      temp.remove()
    }
  })
})
