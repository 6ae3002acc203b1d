import { describe, expect, it } from 'vitest'

import { MAX_PAGE_CHARACTERS, readWithin, rowsInParts } from './rows-within.ts'

/** A table of rows of these lengths, that notes how many of them were read. */
function table(lengths: readonly number[]) {
  const asked: number[] = []
  return {
    asked,
    read: async ({ offset, limit }: { offset: number; limit: number }) => {
      asked.push(limit)
      return lengths.slice(offset, offset + limit)
    },
  }
}
const page = (
  lengths: readonly number[],
  { offset = 0, limit = 1000, characters = MAX_PAGE_CHARACTERS } = {},
) => {
  const { asked, read } = table(lengths)
  return readWithin(read, { offset, limit, characters, lengthOf: (length) => length }).then((found) => ({
    ...found,
    asked,
  }))
}

describe('a page of rows', () => {
  it('of short rows is read in two parts', async () => {
    const { rows, isFull, asked } = await page(Array(3000).fill(500))
    expect([rows.length, isFull, asked.length]).toEqual([1000, false, 2])
  })

  it('of a usual number of short rows is read in one go', async () => {
    const { rows, asked } = await page(Array(3000).fill(500), { limit: 50 })
    expect([rows.length, asked]).toEqual([50, [50]])
  })

  it('ends at its characters, and reads little beyond', async () => {
    const { rows, characters, isFull, asked } = await page(Array(3000).fill(30_000))
    expect([rows.length, characters, isFull]).toEqual([133, 3_990_000, true])
    expect(asked.reduce((sum, limit) => sum + limit)).toBeLessThan(140)
  })

  it('ends in order where a long row comes after short ones', async () => {
    const { rows, isFull } = await page([...Array<number>(50).fill(10), 5_000_000, 10])
    expect([rows.length, isFull]).toEqual([50, true])
  })

  it('has one row at least', async () => {
    const { rows, isFull } = await page([9_000_000, 10])
    expect([rows, isFull]).toEqual([[9_000_000], true])
  })

  it('has none where a former part has filled it', async () => {
    const { rows, isFull } = await page([9_000_000], { characters: 3_000_000 })
    expect([rows, isFull]).toEqual([[], true])
  })

  it('ends with the rows', async () => {
    expect((await page([])).rows).toEqual([])
    expect((await page(Array(70).fill(1), { offset: 60 })).rows).toHaveLength(10)
    expect((await page(Array(20).fill(1))).rows).toHaveLength(20)
  })
})

describe('rows in parts', () => {
  const partsOf = async (lengths: readonly number[]) => {
    const rows = lengths.map((length, nr) => ({ nr, length }))
    const sizes: number[] = []
    const read = async (previous: { nr: number } | undefined, limit: number) => {
      const from = previous ? previous.nr + 1 : 0
      return rows.slice(from, from + limit)
    }
    let next = 0
    for await (const part of rowsInParts(read, ({ length }) => length)) {
      expect(part.map(({ nr }) => nr)).toEqual(part.map((_, index) => next + index))
      next += part.length
      sizes.push(part.reduce((sum, { length }) => sum + length, 0))
    }
    expect(next).toBe(rows.length)
    return sizes
  }

  it('are few where the rows are short, and short where the rows are long', async () => {
    expect((await partsOf(Array(9000).fill(100))).length).toBeLessThan(5)
    const ofLong = await partsOf(Array(200).fill(100_000))
    expect(Math.max(...ofLong.slice(1))).toBeLessThanOrEqual(500_000)
    expect(await partsOf([])).toEqual([])
    expect(await partsOf(Array(20).fill(1))).toEqual([20])
  })
})
