import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { profileSealer, ProfileStore } from './profile-store.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const home = { name: 'Halyard', colour: 'blue', icon: 'flag', folder: '/data/home', port: 4242 } as const
const open = () => new ProfileStore(temp.folder, profileSealer(temp.folder, undefined), home)
const file = () => path.join(temp.folder, 'profiles.json')
const usual = { safeMode: 'off', idleMinutes: 15 } as const
const staging = {
  kind: 'remote',
  id: 'p-00000001',
  name: 'Staging',
  colour: 'amber',
  icon: 'cloud',
  url: 'https://flags.example.com',
  ...usual,
} as const

describe('the list of profiles', () => {
  it('begins with the profile of the data folder that the app was started with', () => {
    expect(open().all).toEqual([{ kind: 'local', id: 'home', ...home, ...usual }])
  })

  it('survives a restart, with the profile used last', () => {
    const store = open()
    store.put({ ...staging, token: store.seal('user:secret') })
    store.noteLast(staging.id)
    const again = open()
    expect(again.last).toBe(staging.id)
    const [, stored] = again.all
    expect(stored).toMatchObject(staging)
    expect(again.unseal((stored as { token: string }).token)).toBe('user:secret')
    expect(readFileSync(file(), 'utf8')).not.toContain('user:secret')
  })

  it('keeps the look and the safe mode of the first profile, and takes its folder and port from the start', () => {
    const store = open()
    const own = { name: 'Mine', safeMode: 'production', idleMinutes: 3 } as const
    store.put({ kind: 'local', id: 'home', ...home, ...own, folder: '/elsewhere', port: 1 })
    expect(open().all).toEqual([{ kind: 'local', id: 'home', ...home, ...own }])
  })

  it('forgets a removed profile, and that it was the last', () => {
    const store = open()
    store.put(staging)
    store.noteLast(staging.id)
    store.remove(staging.id)
    expect(open().all).toHaveLength(1)
    expect(open().last).toBe('home')
  })

  it('keeps entries that it cannot read as they are', () => {
    const later = { id: 'p-00000002', kind: 'constellation', stars: 7 }
    writeFileSync(file(), JSON.stringify({ profiles: [staging, later], last: 'nobody' }))
    const store = open()
    expect(store.all.map(({ id }) => id)).toEqual(['home', staging.id])
    store.put({ ...staging, name: 'Renamed' })
    expect((JSON.parse(readFileSync(file(), 'utf8')) as { profiles: unknown[] }).profiles).toContainEqual(
      later,
    )
  })

  it('gives a profile of an earlier version the usual safe mode of its kind, and a damaged one the safer', () => {
    const { safeMode: _safeMode, idleMinutes: _idleMinutes, ...former } = staging
    const original = { ...former, kind: 'original', id: 'p-00000003', allowsChanges: true }
    const damaged = { ...former, id: 'p-00000004', safeMode: 'perhaps', idleMinutes: -1 }
    writeFileSync(file(), JSON.stringify({ profiles: [former, original, damaged], allowed: 'all' }))
    const store = open()
    expect(store.all.slice(1).map(({ safeMode, idleMinutes }) => [safeMode, idleMinutes])).toEqual([
      ['off', 15],
      ['on', 15],
      ['on', 15],
    ])
    expect(store.all.map(({ id }) => store.allowedAt(id))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keeps when changes were allowed, until that ends or the profile goes', () => {
    const at = '2026-11-24T12:00:00.000Z'
    const store = open()
    store.put(staging)
    store.noteAllowed(staging.id, at)
    store.noteAllowed('home', at)
    store.put({ ...staging, name: 'Renamed' })
    expect(['home', staging.id].map((id) => open().allowedAt(id))).toEqual([at, at])
    store.noteAllowed('home', undefined)
    store.remove(staging.id)
    store.put(staging)
    expect(['home', staging.id].map((id) => open().allowedAt(id))).toEqual([undefined, undefined])
  })

  it('keeps a damaged file aside', () => {
    writeFileSync(file(), '{"profiles": [')
    const store = open()
    store.put(staging)
    expect(readFileSync(`${file()}.damaged`, 'utf8')).toBe('{"profiles": [')
    expect(open().all).toHaveLength(2)
  })

  it('does not count what could not be written', () => {
    const store = open()
    temp.remove()
    writeFileSync(temp.folder, 'a file where the folder was')
    expect(() => store.put(staging)).toThrow()
    expect(store.all).toHaveLength(1)
  })
})
