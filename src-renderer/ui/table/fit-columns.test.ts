import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fitColumns, fittingColumns, type FittedColumn } from './fit-columns.ts'

const column = (natural: number, more: Partial<FittedColumn> = {}): FittedColumn => ({
  natural,
  rigid: false,
  grows: false,
  ...more,
})
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

describe('the widths of columns', () => {
  it('clip nothing where there is room, and give the rest to growing columns', () => {
    expect(fitColumns([column(200, { grows: true }), column(100), column(80)], 600)).toEqual([420, 100, 80])
  })
  it('shrink the widest first where there is too little room', () => {
    expect(fitColumns([column(500), column(300), column(90)], 490)).toEqual([200, 200, 90])
  })
  it('keep times and toggles complete while longer texts can shrink', () => {
    expect(fitColumns([column(500), column(130), column(130), column(130)], 530)).toEqual([
      140, 130, 130, 130,
    ])
    expect(fitColumns([column(500), column(150), column(130), column(130)], 500)).toEqual([90, 150, 130, 130])
  })
  it('get the width they were planned with, as far as there is room', () => {
    const columns = [column(200, { grows: true }), column(60, { wanted: 100 }), column(60, { wanted: 80 })]
    expect(fitColumns(columns, 400)).toEqual([220, 100, 80])
    expect(fitColumns(columns, 350)).toEqual([200, 80, 70])
  })
  it('keep the subject of the rows readable, and let the table scroll', () => {
    const toggles = Array.from({ length: 5 }, () => column(120))
    expect(fitColumns([column(700, { grows: true }), ...toggles], 600)).toEqual([240, 88, 88, 88, 88, 88])
    expect(fitColumns([column(150, { grows: true }), ...toggles], 500)).toEqual([150, 88, 88, 88, 88, 88])
    expect(fitColumns([column(700, { grows: true }), ...toggles], 650)).toEqual([210, 88, 88, 88, 88, 88])
    // beside a form there is less room, and the other columns stay whole
    expect(fitColumns([column(700, { grows: true }), column(125), column(90)], 395)).toEqual([180, 125, 90])
    const time = column(100)
    expect(fitColumns([time, column(130), column(700, { grows: true })], 420)).toEqual([100, 130, 190])
  })
  it('keep buttons complete, and widths chosen by the user', () => {
    const widths = fitColumns([column(500), column(150, { rigid: true }), column(90, { chosen: 250 })], 600)
    expect(widths).toEqual([200, 150, 250])
  })

  const anyColumn = fc.record({
    natural: fc.integer({ min: 40, max: 900 }),
    chosen: fc.option(fc.integer({ min: 48, max: 900 }), { nil: undefined }),
    rigid: fc.boolean(),
    grows: fc.boolean(),
  })
  const columnsIn = fc.array(anyColumn, { minLength: 1, maxLength: 12 })
  it('fill the space, and clip nothing unless there is too little room', () => {
    fc.assert(
      fc.property(columnsIn, fc.integer({ min: 200, max: 3000 }), (columns, available) => {
        const widths = fitColumns(columns, available)
        expect(sum(widths)).toBeGreaterThan(available - 1)
        const wanted = sum(columns.map(({ chosen, natural }) => chosen ?? natural))
        for (const [index, { natural, chosen }] of columns.entries())
          if (wanted <= available || chosen !== undefined)
            expect(widths[index]).toBeGreaterThanOrEqual((chosen ?? natural) - 0.001)
      }),
    )
  })
})

describe('the columns that fit', () => {
  const columns = [
    { id: 'name' },
    { id: 'stage', width: '80px', minor: true },
    { id: 'seen', width: '100px', minor: true },
    { id: 'on', width: '100px' },
  ]
  const fitting = (available: number, natural?: Record<string, number>) => [
    ...fittingColumns(columns, { available, natural }),
  ]

  it('omit minor ones from the last', () => {
    expect(fitting(460)).toEqual(['name', 'on', 'stage', 'seen'])
    expect(fitting(459)).toEqual(['name', 'on', 'stage'])
  })
  it('are the major ones in a narrow table, until these are measured', () => {
    expect(fitting(600, {})).toEqual(['name', 'on'])
  })
  it('are those that the measured ones leave room for in a narrow table', () => {
    expect(fitting(300, { name: 120, on: 90 })).toEqual(['name', 'on', 'stage'])
    expect(fitting(300, { name: 120, on: 90, stage: 95 })).toEqual(['name', 'on'])
    expect(fitting(530, { name: 700, on: 90 })).toEqual(['name', 'on', 'stage'])
    const described = [{ id: 'name' }, { id: 'description', minor: true }]
    const natural = { name: 200, description: 900 }
    expect(fittingColumns(described, { available: 380, natural }).has('description')).toBe(true)
    expect(fittingColumns(described, { available: 379, natural }).has('description')).toBe(false)
  })
  it('are all while the width is unknown', () => {
    expect(fitting(0)).toEqual(['name', 'on', 'stage', 'seen'])
  })
})
