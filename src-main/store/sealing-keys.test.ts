import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { sealerOf, UnreadableSecret, type OsProtection } from '#kernel/sealer.ts'
import { sealingKeysIn } from './sealing-keys.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

/** A keychain that turns the bytes around: enough to see that the key is never on the disk as it is. */
const keychain: OsProtection = {
  protect: (text) => Buffer.from([...text].reverse().join('')),
  unprotect: (bytes) => [...bytes.toString()].reverse().join(''),
}
const headless = () => sealerOf(sealingKeysIn(temp.folder))
const desktop = () => sealerOf(sealingKeysIn(temp.folder, keychain))

describe('a sealed secret', () => {
  it('is opened by another process of the same data folder', () => {
    expect(headless().open(headless().seal('s3cret', 'a'), 'a')).toBe('s3cret')
  })

  it('makes the data folder for its key, which is all that is in one where the database is on a server', () => {
    const folder = path.join(temp.folder, 'data', 'new')
    const sealed = sealerOf(sealingKeysIn(folder)).seal('s3cret', 'a')
    expect(sealerOf(sealingKeysIn(folder)).open(sealed, 'a')).toBe('s3cret')
    expect(readdirSync(folder)).toEqual(['sealing.key'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('does not contain its text, and differs each time', () => {
    const [one, two] = [headless().seal('s3cret', 'a'), headless().seal('s3cret', 'a')]
    expect(one).not.toContain('s3cret')
    expect(one).not.toBe(two)
  })

  it('opens for its own purpose only', () => {
    const sealed = headless().seal('s3cret', 'a')
    expect(() => headless().open(sealed, 'b')).toThrow(UnreadableSecret)
  })

  it.each([
    // not the last one: some of its bits count for nothing
    ['a changed letter', (text: string) => text.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A'))],
    ['no tag', (text: string) => text.slice(0, 24)],
    ['nothing', () => ''],
    ['another version', (text: string) => text.replace('v1', 'v2')],
  ])('with %s does not open', (_name, change) => {
    const sealed = headless().seal('s3cret-of-some-length', 'a')
    expect(() => headless().open(change(sealed), 'a')).toThrow(UnreadableSecret)
  })

  it('does not open without its key', () => {
    const sealed = headless().seal('s3cret', 'a')
    temp.remove()
    temp = makeTempFolder()
    expect(() => headless().open(sealed, 'a')).toThrow(UnreadableSecret)
  })
})

describe('the key of stored secrets', () => {
  it('is a file that only its user can read', () => {
    headless().seal('x', 'a')
    expect(statSync(path.join(temp.folder, 'sealing.key')).mode & 0o777).toBe(0o600)
  })

  it('is created on first use', () => {
    headless()
    expect(readdirSync(temp.folder)).toEqual([])
  })

  it('of the desktop app is protected by the operating system', () => {
    const sealed = desktop().seal('s3cret', 'a')
    const [file = ''] = readdirSync(temp.folder)
    expect(file).toBe('sealing.key.protected')
    const key = keychain.unprotect(readFileSync(path.join(temp.folder, file)))
    expect(readFileSync(path.join(temp.folder, file), 'utf8')).not.toContain(key)
    expect(desktop().open(sealed, 'a')).toBe('s3cret')
    expect(() => headless().open(sealed, 'a')).toThrow(UnreadableSecret)
  })

  it('of the headless service opens its secrets in the desktop app too', () => {
    const sealed = headless().seal('s3cret', 'a')
    expect(desktop().open(sealed, 'a')).toBe('s3cret')
  })

  it('is never replaced: a damaged file stops sealing', () => {
    writeFileSync(path.join(temp.folder, 'sealing.key'), 'damaged')
    expect(() => headless().seal('x', 'a')).toThrow()
    expect(readFileSync(path.join(temp.folder, 'sealing.key'), 'utf8')).toBe('damaged')
  })
})
