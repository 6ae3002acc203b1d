import { expect, it } from 'vitest'

import { readPage } from './read-pages.ts'

it('a page that ends before its number is read on from there', async () => {
  const asked: [number, number][] = []
  const read = async ({ offset, limit }: { offset: number; limit: number }) => {
    asked.push([offset, limit])
    const length = Math.max(0, Math.min(3, limit, 57 - offset))
    return { rows: Array.from({ length }, (_, index) => offset + index), total: 57 }
  }
  const { rows, total } = await readPage(read, { offset: 50, limit: 25 })
  expect([rows, total]).toEqual([[50, 51, 52, 53, 54, 55, 56], 57])
  expect(asked).toEqual([
    [50, 25],
    [53, 22],
    [56, 19],
  ])
  expect((await readPage(read, { offset: 60, limit: 25 })).rows).toEqual([])
})
