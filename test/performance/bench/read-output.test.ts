import { describe, expect, it } from 'vitest'

import { drawGrowth } from './draw-growth.ts'
import type { Goal } from './goals.ts'
import { figureOf, readFigures, readTables } from './read-output.ts'
import { growthTable, ratioTable } from './report-tables.ts'
import { row } from './report.ts'

const OUTPUT = [
  '\n2 cores, Node v24, frontend API\n',
  row(['', 'answers/s', 'CPU ms']),
  row(['1000 flags, unseen', '1,981', '0.341']),
  row(['1000 flags, repeated', '4000', '0.230']),
  `\n${row(['toggle, durable', 'a second', 'CPU ms'])}`,
  row(['100 flags', '900', '0.9']),
  row(['1,000 flags', '800', '1.1']),
].join('\n')
const goal = (more: Partial<Goal>): Goal => ({
  name: 'x',
  bench: 'x',
  row: '1000 flags, unseen',
  column: 1,
  unit: 'ms',
  goal: 1,
  better: 'lower',
  ...more,
})

describe('the output of a bench', () => {
  it('is read by its tables', () => {
    expect(readTables(OUTPUT).map(({ heading, rows }) => [heading, rows.length])).toEqual([
      ['', 2],
      ['toggle, durable', 2],
    ])
  })

  it('has the figures of goals', () => {
    expect(figureOf(goal({}), OUTPUT)).toBe(0.341)
    expect(figureOf(goal({ column: 0, better: 'higher' }), OUTPUT)).toBe(1981)
    expect(figureOf(goal({ row: '1,000', under: 'toggle' }), OUTPUT)).toBe(1.1)
    expect(figureOf(goal({ row: 'no such row' }), OUTPUT)).toBeUndefined()
  })

  it('has rates beside a bare server, also in a table with a heading', () => {
    const output = [
      row(['', 'Halyard', 'bare Fastify', 'ratio']),
      row(['client features, 304', '100', '200', '0.50']),
      `\n${row(['durable signals', 'Halyard', 'bare, synced', 'ratio'])}`,
      row(['a second', '30', '100', '0.30']),
      row(['p99, ms', '20', '8']),
    ].join('\n')
    expect(ratioTable(readTables(output)).split('\n').slice(2)).toEqual([
      '| client features, 304 | 100 | 200 | 0.50 |',
      '| durable signals, a second | 30 | 100 | 0.30 |',
    ])
    expect(ratioTable(readTables(OUTPUT))).toBe('Not measured.')
  })

  it('has the growth from the first size to the last', () => {
    expect(growthTable(readTables(OUTPUT).slice(1)).split('\n')).toEqual([
      '| CPU ms of a request | 100 flags | 1,000 flags | growth |',
      '| --- | ---: | ---: | ---: |',
      '| toggle, durable | 0.9 | 1.1 | 1.2 |',
    ])
  })

  it('is kept by the page of figures', () => {
    const page = `# Figures\n\n## one\n\n\`\`\`text\n${OUTPUT.trim()}\n\`\`\`\n\n## two\n\n\`\`\`text\nnothing\n\`\`\`\n`
    expect([...readFigures(page)]).toEqual([
      ['one', OUTPUT.trim()],
      ['two', 'nothing'],
    ])
  })

  it('has growth to draw', () => {
    const [table] = readTables(OUTPUT).slice(1)
    const svg = drawGrowth(table ? [table, { ...table, heading: 'the same' }] : [])
    const labels = [...svg.matchAll(/y="(\d+)" fill="[^"]+">([a-z, ]+) 1\.1 ms/g)]
    expect(labels.map(([, y, name]) => [Number(y), name])).toEqual([
      [24, 'toggle, durable'],
      [39, 'the same'],
    ])
  })
})
