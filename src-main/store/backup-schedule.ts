import { rmSync } from 'node:fs'

import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import { backupFile, listBackups, type Backup } from './backups.ts'
import type { Store } from './store.ts'

const OF_TODAY = 3
const IN_ALL = 10

/**
 * The backups to be deleted: kept are the newest three of today, the newest of each earlier day, ten in all. Those named
 * in the future, by a clock that was wrong, come last: they must not displace the ones that are taken now.
 */
export function expiredBackups(backups: readonly Backup[], now: Date): Backup[] {
  const isFuture = ({ takenAt }: Backup) => takenAt > now
  const newestFirst = [...backups].sort(
    (a, b) => Number(isFuture(a)) - Number(isFuture(b)) || b.takenAt.getTime() - a.takenAt.getTime(),
  )
  const today = dayOf(now)
  const kept = new Map<string, number>()
  let total = 0
  return newestFirst.filter(({ takenAt }) => {
    const day = dayOf(takenAt)
    const ofDay = kept.get(day) ?? 0
    const keep = total < IN_ALL && ofDay < (day === today ? OF_TODAY : 1)
    if (keep) {
      kept.set(day, ofDay + 1)
      total++
    }
    return !keep
  })
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

interface Options {
  store: Pick<Store, 'backup'>
  dataDir: string
  clock: Clock
  logger: Logger
  /** Milliseconds that the newest backup may be old. */
  maxAge: number
  /** Milliseconds between looks at it: a machine that slept, or an app that is open for an hour a day, misses nothing. */
  lookEvery: number
}

/**
 * Creates a backup when the newest is too old, and deletes surplus backups. Returns the function that stops
 * it.
 */
export function scheduleBackups({ store, dataDir, clock, logger, maxAge, lookEvery }: Options): () => void {
  let isRunning = false
  let isStopped = false
  const look = async () => {
    const now = clock.now()
    // ignore a backup dated in the future: the clock was set back
    const isRecent = ({ takenAt }: Backup) => takenAt <= now && now.getTime() - takenAt.getTime() < maxAge
    if (isRunning || listBackups(dataDir).some(isRecent)) return
    isRunning = true
    try {
      await store.backup(backupFile(dataDir, 'scheduled', now))
      for (const { file } of expiredBackups(listBackups(dataDir), now)) rmSync(file, { force: true })
    } catch (error) {
      // the store closes under a backup that is running
      if (isStopped) logger.debug({ err: error }, 'the scheduled backup was ended by the stop')
      else logger.error({ err: error }, 'the scheduled backup failed')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void look(), lookEvery)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
