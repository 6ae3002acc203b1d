import { describe, expect, it } from 'vitest'

import type { Queries } from '#store/queries.ts'
import { WriteBatcher, type BatchStore } from './write-batcher.ts'

/** Notes what is written in which transaction, and holds back the disk until it is let go. */
function fakeStore({ holdsBack = false } = {}) {
  const transactions: string[][] = []
  let release = () => {}
  const held = holdsBack ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const store: BatchStore = {
    transaction: async (work) => {
      const before = transactions.length
      try {
        return await work({} as Queries)
      } catch (error) {
        transactions.length = before
        throw error
      }
    },
    durable: () => held,
  }
  const batcher = new WriteBatcher<string, string>(async (_queries, drafts) => {
    transactions.push([...drafts])
    if (drafts.includes('poison')) throw new Error('cannot be written')
    return drafts.map((draft) => draft.toUpperCase())
  })
  return { store, batcher, transactions, release: () => release() }
}

describe('batched writes', () => {
  it('share a transaction when they arrive together, and each gets its own answer', async () => {
    const { store, batcher, transactions } = fakeStore()
    const answers = await Promise.all(['a', 'b', 'c'].map((draft) => batcher.add(store, draft)))
    expect(answers).toEqual(['A', 'B', 'C'])
    expect(transactions).toEqual([['a', 'b', 'c']])
    expect(await batcher.add(store, 'd')).toBe('D')
    expect(transactions).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('are bounded, and keep their order', async () => {
    const { store, batcher, transactions } = fakeStore()
    const drafts = Array.from({ length: 600 }, (_, n) => `n${n}`)
    await Promise.all(drafts.map((draft) => batcher.add(store, draft)))
    expect(transactions.map((one) => one.length)).toEqual([256, 256, 88])
    expect(transactions.flat()).toEqual(drafts)
  })

  it('are bounded in size, too; a large one is written alone', async () => {
    const transactions: number[][] = []
    const batcher = new WriteBatcher<number, undefined>(
      async (_queries, sizes) => {
        transactions.push([...sizes])
        return sizes.map(() => undefined)
      },
      (size) => size,
    )
    const { store } = fakeStore()
    await Promise.all([900, 900, 900, 5000, 1, 1999, 1].map((size) => batcher.add(store, size)))
    expect(transactions).toEqual([[900, 900], [900], [5000], [1, 1999], [1]])
  })

  it('are answered after they are on the disk', async () => {
    const { store, batcher, transactions, release } = fakeStore({ holdsBack: true })
    let isAnswered = false
    const answer = batcher.add(store, 'a').then(() => (isAnswered = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([transactions, isAnswered]).toEqual([[['a']], false])
    release()
    await answer
    expect(isAnswered).toBe(true)
  })

  it('that cannot be written do not fail the others', async () => {
    const { store, batcher, transactions } = fakeStore()
    const answers = await Promise.allSettled(['a', 'poison', 'c'].map((one) => batcher.add(store, one)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(transactions).toEqual([['a'], ['c']])
    expect(await batcher.add(store, 'd')).toBe('D')
  })

  it('are rejected when the disk accepts no writes', async () => {
    const { batcher } = fakeStore()
    const full: BatchStore = {
      transaction: (work) => work({} as Queries),
      durable: () => Promise.reject(new Error('full')),
    }
    await expect(batcher.add(full, 'a')).rejects.toThrow('full')
  })
})
