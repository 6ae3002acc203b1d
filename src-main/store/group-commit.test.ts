import { describe, expect, it } from 'vitest'

import { GroupCommit } from './group-commit.ts'
import { StoreUnavailable } from './store-errors.ts'

/** A disk whose syncs end when they are told to. */
function setup() {
  const running: { resolve: () => void; reject: (error: Error) => void }[] = []
  const group = new GroupCommit(() => new Promise((resolve, reject) => running.push({ resolve, reject })))
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return { group, running, nextTurn }
}

describe('group commit', () => {
  it('has nothing to wait for when nothing was committed', async () => {
    await expect(setup().group.durable()).resolves.toBeUndefined()
  })

  it('shares one sync among the commits of a turn', async () => {
    const { group, running, nextTurn } = setup()
    const waiting = [1, 2, 3].map(() => {
      group.noteCommit()
      return group.durable()
    })
    await nextTurn()
    expect(running).toHaveLength(1)
    running[0]?.resolve()
    await Promise.all(waiting)
    await group.durable()
    expect(running).toHaveLength(1)
  })

  it('makes a commit that came during a sync wait for the next one', async () => {
    const { group, running, nextTurn } = setup()
    group.noteCommit()
    const first = group.durable()
    await nextTurn()
    group.noteCommit()
    let isSecondDurable = false
    const second = group.durable().then(() => (isSecondDurable = true))
    running[0]?.resolve()
    await first
    await nextTurn()
    await nextTurn()
    expect([isSecondDurable, running.length]).toEqual([false, 2])
    running[1]?.resolve()
    await second
    expect(isSecondDurable).toBe(true)
  })

  it('promises nothing more after a sync that failed', async () => {
    const { group, running, nextTurn } = setup()
    group.noteCommit()
    const waiting = group.durable()
    await nextTurn()
    group.noteCommit()
    const later = group.durable()
    running[0]?.reject(new Error('EIO'))
    await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(later).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(group.durable()).rejects.toBeInstanceOf(StoreUnavailable)
    expect(group.failure?.cause).toEqual(new Error('EIO'))
    expect(running).toHaveLength(1)
  })
})
