import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

import { expect, it } from 'vitest'

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
