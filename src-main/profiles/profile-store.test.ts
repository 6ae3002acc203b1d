import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '../../test/support/temp-folder.ts'
import { profileSealer, ProfileStore } from './profile-store.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const home = { name: 'Halyard', colour: 'blue', icon: 'flag', folder: '/data/home', port: 4242 } as const
const open = () => new ProfileStore(temp.folder, profileSealer(temp.folder, undefined), home)
const file = () => path.join(temp.folder, 'profiles.json')
const staging = {
  kind: 'remote',
  id: 'p-00000001',
  name: 'Staging',
  colour: 'amber',
  icon: 'cloud',
  url: 'https://flags.example.com',
} as const

describe('the list of profiles', () => {
  it('begins with the profile of the data folder that the app was started with', () => {
    expect(open().all).toEqual([{ kind: 'local', id: 'home', ...home }])
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

  it('keeps the look of the first profile, and takes its folder and port from the start', () => {
    const store = open()
    store.put({ ...store.all[0]!, kind: 'local', ...home, name: 'Mine', folder: '/elsewhere', port: 1 })
    expect(open().all).toEqual([{ kind: 'local', id: 'home', ...home, name: 'Mine' }])
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

  it('takes what is not said about changes for a no', () => {
    const elsewhere = { ...staging, kind: 'original', allowsChanges: 'perhaps' }
    const other = { ...staging, kind: 'original', id: 'p-00000003' }
    writeFileSync(file(), JSON.stringify({ profiles: [elsewhere, other] }))
    expect(open().all.slice(1)).toEqual([
      { ...elsewhere, allowsChanges: false },
      { ...other, allowsChanges: false },
    ])
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
