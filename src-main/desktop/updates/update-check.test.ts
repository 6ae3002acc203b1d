import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { UpdateFinding } from '#shared/desktop/app-settings.ts'
import { AppSettingsChange } from '#shared/desktop/app-settings.ts'
import { Outbound } from '#kernel/outbound.ts'
import {
  startRecordingServer,
  type RecordingServer,
  type Served,
} from '#support/stand-ins/recording-server.ts'
import { UpdateCheck } from './update-check.ts'

let answer: Served
let server: RecordingServer
let settings: { url: string; isOn: boolean }
let told: UpdateFinding[]
let check: UpdateCheck

beforeAll(async () => {
  server = await startRecordingServer(() => answer)
})
afterAll(() => server.stop())
beforeEach(() => {
  server.seen.length = 0
  told = []
  answer = { status: 200, body: { version: '1.3.0', page: 'https://example.com/1.3.0' } }
  settings = { url: `${server.url}/version.json`, isOn: true }
  check = new UpdateCheck({
    settings: () => settings,
    current: '1.2.9',
    fetch: new Outbound({ allowPrivate: true, allowList: [] }).fetch,
    notify: (found) => told.push(found),
    logger: { info: () => undefined },
  })
})

describe('the check for a newer version', () => {
  it('names a newer version and its page, and downloads nothing else', async () => {
    expect(await check.check()).toEqual({
      current: '1.2.9',
      newest: '1.3.0',
      isNewer: true,
      page: 'https://example.com/1.3.0',
    })
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/version.json', ''],
    ])
  })

  it.each(['1.2.9', '1.2.9-rc.1', '0.9.0'])('does not offer %s', async (version) => {
    answer = { status: 200, body: { version, page: 'javascript:alert(1)' } }
    expect(await check.check()).toMatchObject({ isNewer: false, page: null })
  })

  it.each<[string, Served]>([
    ['names no version', { status: 200, body: { version: 'latest' } }],
    ['names no version', { status: 200, body: '<html>' }],
    ['answers 404', { status: 404 }],
    ['', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('says what is wrong: %s', async (words, served) => {
    answer = served
    await expect(check.check()).rejects.toMatchObject({ status: 400 })
    await expect(check.check()).rejects.toThrow(words)
  })

  it('asks nobody while it is off, or without an address', async () => {
    settings.isOn = false
    await check.look()
    settings = { url: '', isOn: true }
    await check.look()
    expect(server.seen).toEqual([])
    await expect(check.check()).rejects.toThrow('Enter the address')
  })

  it('tells of a version once, and survives a failure', async () => {
    answer = { status: 500 }
    await check.look()
    answer = { status: 200, body: { version: '1.3.0' } }
    await check.look()
    await check.look()
    expect(told.map(({ newest }) => newest)).toEqual(['1.3.0'])
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'example.com', 'https://'])(
    'does not take the address %s',
    (url) => expect(AppSettingsChange.safeParse({ updates: { url, isOn: true } }).success).toBe(false),
  )
})
