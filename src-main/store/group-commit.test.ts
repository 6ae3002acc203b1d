import { describe, expect, it } from 'vitest'

import { GroupCommit, type SyncedLog } from './group-commit.ts'
import { StoreUnavailable } from './store-errors.ts'

/** A log whose syncs end when they are told to. */
class Log implements SyncedLog {
  logWrites = 0
  failedSync: Error | undefined
  readonly running: { resolve: () => void; fail: (error: Error) => void }[] = []

  syncLog(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.failedSync = error
        reject(error)
      }
      this.running.push({ resolve, fail })
    })
  }
}

function setup() {
  const log = new Log()
  const synced: number[] = []
  const group = new GroupCommit(log, () => synced.push(log.logWrites))
  const commit = () => {
    log.logWrites++
    return group.durable()
  }
  return { log, group, commit, synced }
}

const turns = async (count = 3) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('group commit', () => {
  it('does not wait when nothing was written', async () => {
    const { group, log } = setup()
    await group.durable()
    expect(log.running).toHaveLength(0)
  })

  it('shares one sync among the commits of a turn', async () => {
    const { group, commit, log, synced } = setup()
    const waiting = [commit(), commit(), commit()]
    await turns()
    expect(log.running).toHaveLength(1)
    log.running[0]?.resolve()
    await Promise.all(waiting)
    await group.durable()
    expect(log.running).toHaveLength(1)
    expect(synced).toEqual([3])
  })

  it('makes a commit during a sync wait for the next sync', async () => {
    const { commit, log } = setup()
    const first = commit()
    await turns()
    let isSecondDurable = false
    const second = commit().then(() => (isSecondDurable = true))
    log.running[0]?.resolve()
    await first
    await turns()
    expect([isSecondDurable, log.running.length]).toEqual([false, 2])
    log.running[1]?.resolve()
    await second
    expect(isSecondDurable).toBe(true)
  })

  it('acknowledges nothing after a sync that failed', async () => {
    const { group, commit, log } = setup()
    const waiting = commit()
    await turns()
    const later = commit()
    log.running[0]?.fail(new Error('EIO'))
    log.running[1]?.fail(new Error('EIO'))
    await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable)
    await turns()
    log.running[1]?.fail(new Error('EIO'))
    await expect(later).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(group.durable()).rejects.toBeInstanceOf(StoreUnavailable)
    expect(group.failure?.cause).toEqual(new Error('EIO'))
  })

  it('does not acknowledge what a checkpoint failed to sync', async () => {
    const { commit, log } = setup()
    const waiting = commit()
    await turns()
    log.failedSync = new Error('the checkpoint: EIO')
    log.running[0]?.resolve()
    await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable)
  })
})
