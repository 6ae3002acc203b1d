import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { askApp, faultOf, listed, LOOK, signal, startProfiles } from '#support/stages/profiles-stage.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Profiles } from './profiles.ts'

let temp: ReturnType<typeof makeTempFolder>
let profiles: Profiles

beforeEach(async () => {
  temp = makeTempFolder()
  profiles = await startProfiles(temp.folder)
})
afterEach(async () => {
  await profiles.closeAll()
  temp.remove()
})

describe('a local profile', () => {
  const local = (more: object = {}) =>
    profiles.create({ kind: 'local', ...LOOK, name: 'Tests', port: 'auto', ...more })
  const create = async (id: string, name: string) =>
    (await profiles.open(id)).answer({
      path: 'createFeature',
      type: 'mutation',
      input: { params: { projectId: 'default' }, body: { name } },
      signal,
    })
  const flagsOf = async (id: string) => {
    const answer = await (
      await profiles.open(id)
    ).answer({
      path: 'searchFeatures',
      type: 'query',
      input: { query: {} },
      signal,
    })
    return (answer as { features: { name: string }[] }).features.map(({ name }) => name)
  }

  it('has its own service, with data and a port of its own', async () => {
    const id = await local()
    await create(id, 'only-here')
    expect(await flagsOf(id)).toEqual(['only-here'])
    expect(await flagsOf('home')).toEqual([])
    const [home, own] = listed(profiles)
    expect(home?.url).not.toBe(own?.url)
    expect(await fetch(`${own?.url}/health`).then(({ status }) => status)).toBe(200)
  })

  it('is filled with a scenario, such as the demo, or is not created', async () => {
    const scenario = readFileSync('resources/demo.yaml', 'utf8')
    const id = await local({ scenario })
    expect((await flagsOf(id)).length).toBeGreaterThan(3)
    expect(await flagsOf('home')).toEqual([])
    await expect(local({ name: 'Broken', scenario: 'scenario: 7' })).rejects.toThrow()
    expect(listed(profiles).map(({ name }) => name)).not.toContain('Broken')
  })

  it('is compared by the app with another one, and its flags are promoted, also while it is stopped', async () => {
    const id = await local()
    await create(id, 'wanted')
    await profiles.close(id)
    const pair = { from: id, to: 'home' }
    expect(await askApp(profiles, 'compareProfiles', 'query', pair)).toMatchObject({
      equal: 0,
      flags: [{ name: 'wanted', place: 'from' }],
    })
    const promotion = { ...pair, flags: ['wanted'], environments: ['development'], createMissing: false }
    const { fingerprint } = (await askApp(profiles, 'planPromotion', 'query', promotion)) as {
      fingerprint: string
    }
    expect(await flagsOf('home')).toEqual([])
    await askApp(profiles, 'promoteFlags', 'mutation', { ...promotion, fingerprint })
    expect(await flagsOf('home')).toEqual(['wanted'])
    await expect(askApp(profiles, 'compareProfiles', 'query', { ...pair, to: id })).rejects.toMatchObject({
      shape: { data: { httpStatus: 400, record: { details: [{ path: '/body/to' }] } } },
    })
  })

  it('stops, and starts again with its data', async () => {
    const id = await local()
    await create(id, 'kept')
    await profiles.close(id)
    expect(listed(profiles)[1]).toMatchObject({ isOpen: false, url: null })
    expect(await flagsOf(id)).toEqual(['kept'])
  })

  it('is duplicated with its data', async () => {
    const id = await local()
    await create(id, 'copied')
    const copy = await profiles.duplicate(id)
    await create(id, 'later')
    expect(await flagsOf(copy)).toEqual(['copied'])
    expect(profiles.find(copy).name).toBe('Tests 2')
  })

  it('is deleted with its data only if that is wanted', async () => {
    const [kept, gone] = [await local(), await local({ name: 'Gone' })]
    await Promise.all([create(kept, 'one'), create(gone, 'two')])
    const [folder, discarded] = [kept, gone].map((id) => path.join(temp.folder, 'home/profiles', id))
    await profiles.remove(kept, { withData: false })
    await profiles.remove(gone, { withData: true })
    expect([existsSync(folder!), existsSync(discarded!), existsSync(`${discarded}.trash`)]).toEqual([
      true,
      false,
      true,
    ])
    expect(listed(profiles)).toHaveLength(1)
  })

  it.each([
    ['a folder of another profile', () => local({ folder: path.join(temp.folder, 'home') }), '/body/folder'],
    ['a folder by half a path', () => local({ folder: 'some/where' }), '/body/folder'],
  ])('does not take %s', async (_what, work, field) => {
    expect(await faultOf(work())).toMatch(new RegExp(`^${field}: `))
  })

  it('that cannot start says why, and can be tried again', async () => {
    const id = await local({ port: Number(new URL(listed(profiles)[0]!.url!).port) })
    await expect(profiles.open(id)).rejects.toThrow(/is in use/)
    await profiles.change(id, { port: 'auto' })
    expect(await flagsOf(id)).toEqual([])
  })

  it('of the app itself cannot be deleted', async () => {
    await expect(profiles.remove('home', { withData: false })).rejects.toThrow(AppError)
  })
})
