import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { watchFolder, type SendResult } from './signal-folder.ts'

let temp: ReturnType<typeof makeTempFolder>
let sent: { payload: string; id: string }[]
let warnings: string[]
let answer: (payload: string) => SendResult
let stopping: AbortController
let running: Promise<void> | undefined

beforeEach(() => {
  temp = makeTempFolder()
  sent = []
  warnings = []
  answer = () => ({ kind: 'stored', text: 'Stored.' })
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  await running
  temp.remove()
})

const at = (...names: string[]) => path.join(temp.folder, ...names)
const start = () => {
  running = watchFolder({
    folder: temp.folder,
    send: async (payload, id) => {
      sent.push({ payload, id })
      return answer(payload)
    },
    stop: stopping.signal,
    say: () => undefined,
    warn: (line) => void warnings.push(line),
    everyMs: 5,
    laterMs: 5,
  })
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 })
const names = (...folder: string[]) => readdirSync(at(...folder)).sort()

describe('a watched folder', () => {
  it('sends its JSON files by name, and moves each once it is stored', async () => {
    for (const name of ['b.json', 'a.json']) writeFileSync(at(name), JSON.stringify({ name }))
    writeFileSync(at('c.json.tmp'), '{}')
    start()
    await until(() => expect(names('sent')).toEqual(['a.json', 'b.json']))
    expect(sent.map(({ payload }) => payload)).toEqual(['{"name":"a.json"}', '{"name":"b.json"}'])
    expect(names()).toEqual(['c.json.tmp', 'refused', 'sent'])
  })

  it('leaves alone what has no content yet, links, folders and hidden files', async () => {
    writeFileSync(at('empty.json'), '')
    mkdirSync(at('folder.json'))
    writeFileSync(at('.hidden.json'), '{}')
    writeFileSync(at('target'), '{}')
    symlinkSync(at('target'), at('link.json'))
    writeFileSync(at('last.json'), '{}')
    start()
    await until(() => expect(names('sent')).toEqual(['last.json']))
    expect(sent).toHaveLength(1)
    writeFileSync(at('empty.json'), '{"now":true}')
    await until(() => expect(names('sent')).toEqual(['empty.json', 'last.json']))
  })

  it('waits until a file does not change', async () => {
    let length = 0
    const grow = () => writeFileSync(at('slow.json'), `{"a":"${'x'.repeat(length++)}`)
    grow()
    const timer = setInterval(grow, 1)
    start()
    await until(() => expect(length).toBeGreaterThan(30))
    expect(sent).toEqual([])
    clearInterval(timer)
    writeFileSync(at('slow.json'), '{"a":"whole"}')
    await until(() => expect(names('sent')).toEqual(['slow.json']))
    expect(sent.map(({ payload }) => payload)).toEqual(['{"a":"whole"}'])
    expect(names('refused')).toEqual([])
  })

  it('gives equal content with another name, and other content with the same name, an id of its own', async () => {
    start()
    const put = async (name: string, content: string, moved: number) => {
      writeFileSync(at(name), content)
      await until(() => expect(names('sent')).toHaveLength(moved))
    }
    await put('one.json', '{"a":1}', 1)
    await put('two.json', '{"a":1}', 2)
    await put('one.json', '{"a":2}', 3)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
    expect(sent.every(({ id }) => /^file-[0-9a-f]{64}$/.test(id))).toBe(true)
    expect(names('sent').filter((name) => name.startsWith('one'))).toHaveLength(2)
    await put('three.json', '{}', 4)
  })

  it('moves what is refused aside with the reason, and goes on', async () => {
    answer = (payload) =>
      payload === '{"bad":1}' ? { kind: 'refused', reason: '413: too large' } : { kind: 'stored', text: '' }
    writeFileSync(at('a.json'), '{"bad":1}')
    writeFileSync(at('b.json'), 'no json')
    writeFileSync(at('c.json'), JSON.stringify('x'.repeat(1_000_000)))
    writeFileSync(at('d.json'), '{}')
    start()
    await until(() => expect(names('sent')).toEqual(['d.json']))
    expect(names('refused')).toEqual([
      ...['a.json', 'a.json.txt', 'b.json', 'b.json.txt', 'c.json', 'c.json.txt'],
    ])
    const reasonOf = (name: string) => readFileSync(at('refused', `${name}.txt`), 'utf8')
    expect(reasonOf('a.json')).toBe('413: too large\n')
    expect(reasonOf('b.json')).toBe('The file is not JSON.\n')
    expect(reasonOf('c.json')).toContain('at most 1000000 are sent')
    expect(sent).toHaveLength(2)
  })

  it('sends again with the same id what could not be stored, and keeps the file until then', async () => {
    let attempts = 0
    answer = () =>
      ++attempts < 4 ? { kind: 'later', reason: '503: starting.' } : { kind: 'stored', text: '' }
    writeFileSync(at('a.json'), '{}')
    start()
    await until(() => expect(names('sent')).toEqual(['a.json']))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(sent).toHaveLength(4)
    expect(warnings[0]).toBe('a.json: 503: starting. It is sent again in 1 s.')
  })

  it('sends what was written while the former content was sent', async () => {
    answer = (payload) => {
      if (payload === '{"n":1}') writeFileSync(at('a.json'), '{"n":2,"longer":true}')
      return { kind: 'stored', text: '' }
    }
    writeFileSync(at('a.json'), '{"n":1}')
    start()
    await until(() => expect(names('sent')).toEqual(['a.json']))
    expect(sent.map(({ payload }) => payload)).toEqual(['{"n":1}', '{"n":2,"longer":true}'])
    expect(readFileSync(at('sent/a.json'), 'utf8')).toContain('longer')
  })

  it('stops while it waits, and leaves the file for the next start', async () => {
    answer = () => ({ kind: 'later', reason: 'No answer.' })
    writeFileSync(at('a.json'), '{}')
    start()
    await until(() => expect(sent.length).toBeGreaterThan(0))
    stopping.abort()
    await running
    expect(names()).toEqual(['a.json', 'refused', 'sent'])
    answer = () => ({ kind: 'stored', text: '' })
    stopping = new AbortController()
    start()
    await until(() => expect(names('sent')).toEqual(['a.json']))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  })
})
