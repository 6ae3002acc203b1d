import { describe, expect, it } from 'vitest'

import type { Queries } from '../store/queries.ts'
import { Gathering, type GatheringStore } from './gathering.ts'

/** Notes what is written in which transaction, and holds back the disk until it is let go. */
function fakeStore({ holdsBack = false } = {}) {
  const transactions: string[][] = []
  let release = () => {}
  const held = holdsBack ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const store: GatheringStore = {
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
  const gathering = new Gathering<string, string>(async (_queries, drafts) => {
    transactions.push([...drafts])
    if (drafts.includes('poison')) throw new Error('cannot be written')
    return drafts.map((draft) => draft.toUpperCase())
  })
  return { store, gathering, transactions, release: () => release() }
}

describe('gathered writes', () => {
  it('share a transaction when they arrive together, and each gets its own answer', async () => {
    const { store, gathering, transactions } = fakeStore()
    const answers = await Promise.all(['a', 'b', 'c'].map((draft) => gathering.add(store, draft)))
    expect(answers).toEqual(['A', 'B', 'C'])
    expect(transactions).toEqual([['a', 'b', 'c']])
    expect(await gathering.add(store, 'd')).toBe('D')
    expect(transactions).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('are bounded, and keep their order', async () => {
    const { store, gathering, transactions } = fakeStore()
    const drafts = Array.from({ length: 600 }, (_, n) => `n${n}`)
    await Promise.all(drafts.map((draft) => gathering.add(store, draft)))
    expect(transactions.map((one) => one.length)).toEqual([256, 256, 88])
    expect(transactions.flat()).toEqual(drafts)
  })

  it('are answered after they are on the disk', async () => {
    const { store, gathering, transactions, release } = fakeStore({ holdsBack: true })
    let isAnswered = false
    const answer = gathering.add(store, 'a').then(() => (isAnswered = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([transactions, isAnswered]).toEqual([[['a']], false])
    release()
    await answer
    expect(isAnswered).toBe(true)
  })

  it('that cannot be written do not fail the others', async () => {
    const { store, gathering, transactions } = fakeStore()
    const answers = await Promise.allSettled(['a', 'poison', 'c'].map((one) => gathering.add(store, one)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(transactions).toEqual([['a'], ['c']])
    expect(await gathering.add(store, 'd')).toBe('D')
  })

  it('are rejected when the disk accepts no writes', async () => {
    const { gathering } = fakeStore()
    const full: GatheringStore = {
      transaction: (work) => work({} as Queries),
      durable: () => Promise.reject(new Error('full')),
    }
    await expect(gathering.add(full, 'a')).rejects.toThrow('full')
  })
})
