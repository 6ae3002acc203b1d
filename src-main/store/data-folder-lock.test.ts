import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { DataFolderInUse } from './store-errors.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const lockFile = () => path.join(temp.folder, 'halyard.lock')

describe('the lock of a data folder', () => {
  it('is taken once, and released', () => {
    const unlock = lockDataFolder(temp.folder)
    expect(() => lockDataFolder(temp.folder)).toThrow(DataFolderInUse)
    expect(() => lockDataFolder(temp.folder)).toThrow(
      `Another Halyard (process ${process.pid}) uses this data folder: ${temp.folder}`,
    )
    unlock()
    expect(existsSync(lockFile())).toBe(false)
    lockDataFolder(temp.folder)()
  })

  it('is taken over from a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => child.once('exit', resolve))
    writeFileSync(lockFile(), JSON.stringify({ id: 'theirs', pid: child.pid, startedAt: null }))
    lockDataFolder(temp.folder)()
  })

  it.runIf(process.platform === 'linux')(
    'is taken over when its process id now belongs to another process',
    () => {
      writeFileSync(lockFile(), JSON.stringify({ id: 'theirs', pid: process.pid, startedAt: '1' }))
      lockDataFolder(temp.folder)()
    },
  )

  it.each(['', 'nonsense', '{}', 'null', '{"id":"../evil","pid":1}'])(
    'is taken over when its content is %j',
    (text) => {
      writeFileSync(lockFile(), text)
      lockDataFolder(temp.folder)()
      expect(readdirSync(temp.folder)).toEqual([])
    },
  )

  it('is not released when another process has taken it over', () => {
    const unlock = lockDataFolder(temp.folder)
    const theirs = JSON.stringify({ id: 'theirs', pid: process.pid, startedAt: null })
    writeFileSync(lockFile(), theirs)
    unlock()
    expect(existsSync(lockFile())).toBe(true)
  })
})
