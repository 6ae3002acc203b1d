import { mkdirSync, writeFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { FakeClock } from '#support/service/fake-clock.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { createLogger } from '#kernel/logger.ts'
import { expiredBackups, scheduleBackups } from './backup-schedule.ts'
import { backupFile, backupFolder, listBackups } from './backups.ts'
import { eventually } from '#support/runner/eventually.ts'

const at = (text: string) => ({ file: text, takenAt: new Date(`2026-11-${text}:00.000Z`) })
const NOW = new Date('2026-11-21T23:00:00.000Z')
const kept = (backups: ReturnType<typeof at>[]) => {
  const expired = expiredBackups(backups, NOW).map((one) => one.file)
  return backups.map((one) => one.file).filter((file) => !expired.includes(file))
}

describe('the choice of backups to keep', () => {
  it.each([
    ['none of none', [], []],
    [
      'three of today',
      ['21T01:00', '21T02:00', '21T03:00', '21T04:00'],
      ['21T02:00', '21T03:00', '21T04:00'],
    ],
    [
      'the newest of each earlier day',
      ['19T01:00', '19T05:00', '20T02:00', '20T03:00'],
      ['19T05:00', '20T03:00'],
    ],
    [
      'ten in all',
      ['08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19'].map((day) => `${day}T01:00`),
      ['10', '11', '12', '13', '14', '15', '16', '17', '18', '19'].map((day) => `${day}T01:00`),
    ],
    [
      'those of a clock that was ahead only where there is room',
      [
        ...['22', '23', '24', '25', '26', '27', '28', '29', '30'].map((day) => `${day}T01:00`),
        ...['18T01:00', '19T01:00', '20T01:00', '21T01:00'],
      ],
      [
        ...['25', '26', '27', '28', '29', '30'].map((day) => `${day}T01:00`),
        ...['18T01:00', '19T01:00', '20T01:00', '21T01:00'],
      ],
    ],
  ])('%s', (_name, taken, expected) => {
    expect(kept(taken.map(at))).toEqual(expected)
  })
})

describe('the name of a backup', () => {
  it('holds the instant, and no other file is taken for a backup', () => {
    const { folder, remove } = makeTempFolder()
    expect(listBackups(folder)).toEqual([])
    mkdirSync(backupFolder(folder))
    const [older, newer] = [new Date('2026-11-20T05:12:13.456Z'), NOW]
    for (const date of [older, newer]) writeFileSync(backupFile(folder, 'scheduled', date), '')
    writeFileSync(`${backupFile(folder, 'scheduled', NOW)}.tmp`, '')
    expect(listBackups(folder).map((one) => one.takenAt)).toEqual([newer, older])
    remove()
  })
})

describe('the backup schedule', () => {
  it('takes a backup when the newest is too old, deletes surplus ones, and continues after a failure', async () => {
    const { folder, remove } = makeTempFolder()
    mkdirSync(backupFolder(folder))
    const clock = new FakeClock()
    const attempts: string[] = []
    const store = {
      backup: async (file: string) => {
        attempts.push(file)
        if (attempts.length === 1) throw new Error('no room')
        writeFileSync(file, '')
      },
    }
    const logger = createLogger('silent')
    const stop = scheduleBackups({ store, dataDir: folder, clock, logger, maxAge: 60_000, lookEvery: 2 })
    const looks = () => new Promise((resolve) => setTimeout(resolve, 15))

    await eventually(() => expect(listBackups(folder)).toHaveLength(1))
    await looks()
    expect(attempts).toHaveLength(2)
    for (let taken = 3; taken <= 6; taken++) {
      clock.advance(60_000)
      await eventually(() => expect(attempts).toHaveLength(taken))
      await looks()
    }
    expect(listBackups(folder)).toHaveLength(3)
    stop()
    clock.advance(60_000)
    await looks()
    expect(attempts).toHaveLength(6)
    remove()
  })

  it('continues when a backup has a date in the future', async () => {
    const { folder, remove } = makeTempFolder()
    mkdirSync(backupFolder(folder))
    const clock = new FakeClock()
    writeFileSync(backupFile(folder, 'scheduled', new Date(clock.now().getTime() + 24 * 3_600_000)), '')
    let attempts = 0
    const store = {
      backup: async (file: string) => {
        attempts++
        writeFileSync(file, '')
      },
    }
    const logger = createLogger('silent')
    const stop = scheduleBackups({ store, dataDir: folder, clock, logger, maxAge: 60_000, lookEvery: 2 })
    await eventually(() => expect(attempts).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 15))
    expect([attempts, listBackups(folder)]).toMatchObject([1, { length: 2 }])
    stop()
    remove()
  })

  it('is no error where the service stops during a backup', async () => {
    const { folder, remove } = makeTempFolder()
    const lines: string[] = []
    const logger = createLogger('error', { write: (line) => void lines.push(line) })
    let fail: ((error: Error) => void) | undefined
    const store = { backup: () => new Promise<void>((_, reject) => (fail = reject)) }
    const options = { store, dataDir: folder, clock: new FakeClock(), logger, maxAge: 60_000, lookEvery: 2 }
    const stop = scheduleBackups(options)
    await eventually(() => expect(fail).toBeDefined())
    stop()
    fail?.(new Error('the store was closed during the backup'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(lines).toEqual([])
    remove()
  })
})
