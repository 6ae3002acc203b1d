import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { readDocument } from './scenario-document.ts'

const LONG = 'x'.repeat(1000)
const FLAGS = Array.from({ length: 1000 }, (_, nr) => ({ name: `flag-${nr}`, description: LONG, tags: [] }))
const SCENARIO = { scenario: 1, flags: FLAGS, projects: [], prune: null }

it.each([
  ['JSON in lines', JSON.stringify(SCENARIO, null, 1)],
  ['JSON in one line, with a remark behind it', `${JSON.stringify(SCENARIO)} # end\n`],
  [
    'YAML',
    `scenario: 1\nflags:\n${FLAGS.map((flag) => `  - ${JSON.stringify(flag)}\n`).join('')}projects: []\nprune:\n`,
  ],
])('reads a long document in %s, and gives way to others', async (_format, text) => {
  let turns = 0
  let isDone = false
  const reading = readDocument(text).finally(() => (isDone = true))
  for (; !isDone; turns++) await turnOfTheLoop()
  const { value, faults, lineOf } = await reading
  expect(faults).toEqual([])
  expect(value).toEqual(SCENARIO)
  expect(lineOf(['flags', 999])).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(2)
})

const json = JSON.stringify(SCENARIO)
it.each([
  ['no end', json.slice(0, -1)],
  ['no end of a list', json.replace('],"projects"', ',"projects"')],
  ['no comma', json.replace('},{', '} {')],
  ['two commas', json.replace('},{', '},,{')],
  ['something behind it', `${json} more`],
  ['a property twice', json.replace('"projects"', '"flags"')],
  ['a property twice in an item', json.replace('"tags"', '"name"')],
])('a long document with %s has a fault', async (_what, text) => {
  expect((await readDocument(text)).faults.length).toBeGreaterThan(0)
})

const lines = (count: number, line: (nr: number) => string) =>
  Array.from({ length: count }, (_, nr) => line(nr)).join('\n')

describe('a hostile document', () => {
  it.each([
    ['lists in brackets', `x: ${'['.repeat(400_000)}`],
    ['lists in brackets that are closed', `x: ${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['lists in one line', `${'- '.repeat(100_000)}x`],
    ['explicit keys', `${'? '.repeat(50_000)}x`],
    ['maps', lines(400, (nr) => `${' '.repeat(nr)}a:`)],
  ])('nested too deep is refused before it is read: %s', async (_what, text) => {
    const { faults, value } = await readDocument(text)
    expect(value).toBeUndefined()
    expect(faults.map(({ message }) => message)).toEqual([
      'Lists and maps must not be nested more than 250 levels deep',
    ])
  })

  it.each([
    ['anchors', `x:\n${lines(501, (nr) => `- &a${nr} x`)}`],
    ['aliases', `x:\n- &a x\n${lines(600, () => '- *a')}`],
    ['tags', `x:\n${lines(501, (nr) => `- !t${nr} x`)}`],
  ])('with many %s is refused', async (_what, text) => {
    expect((await readDocument(text)).faults[0]?.message).toMatch(/at most 500 anchors, aliases and tags/)
  })

  it('with a name twice says so, where the names are few and where they are many', async () => {
    for (const count of [3, 15_000]) {
      const { faults } = await readDocument(`${lines(count, (nr) => `k${nr}: 1`)}\nk1: 2\n`)
      expect(faults).toEqual([{ path: [], message: '"k1" stands there twice', line: count + 1 }])
    }
  })

  it('with many names takes time linear in their number', async () => {
    const cpuOf = async (count: number) => {
      const text = lines(count, (nr) => `k${nr}: 1`)
      const { user } = process.threadCpuUsage()
      expect(Object.keys((await readDocument(text)).value as object)).toHaveLength(count)
      return process.threadCpuUsage().user - user
    }
    await cpuOf(2000)
    // comparing each name with each other one takes sixteen times as long for four times as many
    expect(await cpuOf(40_000)).toBeLessThan(9 * Math.max(await cpuOf(10_000), 20_000))
  })

  it('with many faults lists some of them', async () => {
    const { faults } = await readDocument(`x:\n${lines(6000, () => '- : ]')}`)
    expect(faults.length).toBeGreaterThan(100)
    expect(faults.length).toBeLessThanOrEqual(1000)
  })
})

it.each([
  ['block style', (nested: string) => `scenario: 1\nflags:\n  - name: a\n    tags:\n${nested}\n`],
  ['a map of maps', (nested: string) => `scenario: 1\nflags:\n  b:\n    c:\n${nested}\n`],
])('a part that is long itself is read in parts: %s', async (_what, make) => {
  const text = make(lines(3000, (nr) => `      - tag-${nr}: ${LONG.slice(0, 50)}`))
  let turns = 0
  let isDone = false
  const reading = readDocument(text).finally(() => (isDone = true))
  for (; !isDone; turns++) await turnOfTheLoop()
  const { value, faults } = await reading
  expect(faults).toEqual([])
  expect(JSON.stringify(value)).toContain('"tag-2999"')
  expect(turns).toBeGreaterThan(2)
})

it('a long part with a fault between its parts says so', async () => {
  const { faults } = await readDocument(`flags:\n${lines(3000, (nr) => `  - name: flag-${nr}`)}\n  ? odd\n`)
  expect(faults.length).toBeGreaterThan(0)
})
