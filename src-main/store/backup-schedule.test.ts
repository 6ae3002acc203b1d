import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'

import { describe, expect, it, vi } from 'vitest'

import { FakeClock } from '../../test/support/fake-clock.ts'
import { makeTempFolder } from '../../test/support/temp-folder.ts'
import { createLogger } from '../kernel/logger.ts'
import { expiredBackups, scheduleBackups } from './backup-schedule.ts'
import { backupFile, backupFolder, listBackups } from './backups.ts'
import type { Store } from './store.ts'

const at = (text: string) => ({ file: text, takenAt: new Date(`2026-11-${text}:00.000Z`) })
const NOW = new Date('2026-11-21T23:00:00.000Z')
const kept = (backups: ReturnType<typeof at>[]) => {
  const expired = expiredBackups(backups, NOW).map((one) => one.file)
  return backups.map((one) => one.file).filter((file) => !expired.includes(file))
}

describe('which backups are kept', () => {
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
  ])('%s', (_name, taken, expected) => {
    expect(kept(taken.map(at))).toEqual(expected)
  })
})

describe('the names of backups', () => {
  it('carry the instant, and nothing else is taken for one', () => {
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

describe('the schedule', () => {
  it('takes backups, deletes those that are too many, and goes on after one that failed', async () => {
    const { folder, remove } = makeTempFolder()
    mkdirSync(backupFolder(folder))
    const clock = new FakeClock()
    let failures = 1
    const store = {
      backup: async (file: string) => {
        clock.advance(1000)
        if (failures-- > 0) throw new Error('no room')
        writeFileSync(file, '')
      },
    } as unknown as Store
    const stop = scheduleBackups({ store, dataDir: folder, clock, logger: createLogger('silent'), every: 5 })
    await vi.waitFor(() => expect(readdirSync(backupFolder(folder))).toHaveLength(3))
    await new Promise((resolve) => setTimeout(resolve, 30))
    stop()
    expect(readdirSync(backupFolder(folder))).toHaveLength(3)
    remove()
  })
})
