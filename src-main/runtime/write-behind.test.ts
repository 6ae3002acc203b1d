import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Queries } from '#store/queries.ts'
import { WriteBehind, type Transaction } from './write-behind.ts'

/** A table, and a transaction that changes it at its commit. */
let table: Map<string, number>
let draft: Map<string, number>
let writes: number
const noQueries = {} as Queries

beforeEach(() => {
  table = new Map()
  writes = 0
})

const buffer = (most = 100, batch = 2) =>
  new WriteBehind<string, number>({
    write: async (_queries, entries) => {
      writes++
      for (const [key, value] of entries) draft.set(key, value)
    },
    clear: async () => draft.clear(),
    most,
    batch,
  })
/** Creates the error of a commit whose outcome the store learns later. */
const commitUnknown = (hasCommitted: () => Promise<boolean>) =>
  Object.assign(new Error('the connection was lost'), { hasCommitted })
const committing: Transaction = async (work) => {
  draft = new Map(table)
  await work(noQueries)
  table = draft
}
const failing =
  (during: () => void = () => {}): Transaction =>
  async (work) => {
    draft = new Map(table)
    await work(noQueries)
    during()
    throw new Error('the disk is full')
  }

describe('the write-behind buffer', () => {
  it('writes the last value of each key, in bounded batches, once', async () => {
    const buffered = buffer()
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) buffered.set(key, index)
    await buffered.flush(committing)
    await buffered.flush(() => Promise.reject(new Error('nothing is left to write')))
    expect(Object.fromEntries(table)).toEqual({ a: 2, b: 1, c: 3 })
    expect(writes).toBe(2)
  })

  it('keeps what could not be written, except for keys set or deleted meanwhile', async () => {
    const buffered = buffer(100, 10)
    for (const key of ['kept', 'changed', 'deleted']) buffered.set(key, 1)
    const during = () => {
      buffered.set('changed', 2)
      buffered.delete('deleted')
    }
    await expect(buffered.flush(failing(during))).rejects.toThrow('the disk is full')
    await buffered.flush(committing)
    expect(Object.fromEntries(table)).toEqual({ kept: 1, changed: 2 })
  })

  it('is bounded, also while nothing can be written', async () => {
    const buffered = buffer(3)
    for (let index = 0; index < 10; index++) {
      buffered.set(`k${index}`, index)
      await buffered.flush(failing()).catch(() => undefined)
    }
    expect(buffered.size).toBe(3)
    await buffered.flush(committing)
    expect([...table.values()].sort()).toEqual([7, 8, 9])
  })

  it('deletes what was written, also when the first attempt fails', async () => {
    const buffered = buffer()
    buffered.set('old', 1)
    await buffered.flush(committing)
    buffered.clear()
    buffered.set('new', 2)
    await expect(buffered.flush(failing())).rejects.toThrow()
    await buffered.flush(committing)
    expect(Object.fromEntries(table)).toEqual({ new: 2 })
  })

  it.each([
    ['happened', true],
    ['did not happen', false],
  ])('counts once after a commit of unknown outcome that %s', async (_name, happens) => {
    const counts = new Map<string, number>()
    const count = { all: 5, written: 0 }
    let written: (() => void) | undefined
    const buffered = new WriteBehind<string, typeof count>({
      write: async () => {
        const added = count.all - count.written
        written = () => counts.set('a', (counts.get('a') ?? 0) + added)
      },
      written: () => void (count.written = count.all),
      most: 10,
    })
    let isAway = true
    const ask = async (): Promise<boolean> => {
      if (isAway) throw commitUnknown(ask)
      return happens
    }
    buffered.set('a', count)
    const losing: Transaction = async (work) => {
      await work(noQueries)
      if (happens) written?.()
      throw commitUnknown(ask)
    }
    const working: Transaction = async (work) => {
      await work(noQueries)
      written?.()
    }
    await expect(buffered.flush(losing)).rejects.toThrow('the connection was lost')
    // the server is still away: nothing is written on a guess
    await expect(buffered.flush(working)).rejects.toThrow('the connection was lost')
    isAway = false
    await buffered.flush(working)
    expect([counts.get('a'), buffered.size]).toEqual([5, 0])
  })

  it('loses nothing, whichever write fails', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), key: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ kind: fc.constant('delete' as const), key: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ kind: fc.constantFrom('flush' as const, 'fail' as const, 'clear' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        table = new Map()
        const buffered = buffer()
        // a delete also drops the pending write, so the model has the table and the pending writes
        let expected = new Map<string, number>()
        const waiting = new Map<string, number>()
        for (const [index, one] of steps.entries()) {
          if (one.kind === 'set') waiting.set(one.key, index)
          else if (one.kind === 'delete') waiting.delete(one.key)
          else if (one.kind === 'fail') await buffered.flush(failing()).catch(() => undefined)
          else if (one.kind === 'flush') expected = new Map([...expected, ...waiting])
          if (one.kind === 'set') buffered.set(one.key, index)
          if (one.kind === 'delete') buffered.delete(one.key)
          if (one.kind === 'clear') {
            expected.clear()
            waiting.clear()
            buffered.clear()
          }
          if (one.kind === 'flush') {
            waiting.clear()
            await buffered.flush(committing)
            expect(new Map(table)).toEqual(expected)
          }
        }
        await buffered.flush(committing)
        expect(new Map(table)).toEqual(new Map([...expected, ...waiting]))
      }),
    )
  })
})

it('a transaction that is run again writes the same batch, without what was deleted meanwhile', async () => {
  const written: ReadonlyMap<string, number>[] = []
  let cleared = 0
  const writes = new WriteBehind<string, number>({
    write: async (_queries, batch) => void written.push(new Map(batch)),
    clear: async () => void cleared++,
    most: 10,
  })
  writes.clear()
  writes.set('a', 1)
  writes.set('b', 2)
  await writes.flush(async (work) => {
    await work({} as never)
    writes.delete('b')
    await work({} as never)
  })
  expect(written.map((batch) => [...batch])).toEqual([
    [
      ['a', 1],
      ['b', 2],
    ],
    [['a', 1]],
  ])
  expect(cleared).toBe(2)
  expect(writes.size).toBe(0)
})
