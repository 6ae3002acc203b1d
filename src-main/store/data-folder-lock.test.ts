import { spawn } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempFolder } from '../../test/support/temp-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { DataFolderInUse } from './store-errors.ts'

let temp: ReturnType<typeof makeTempFolder>
beforeEach(() => (temp = makeTempFolder()))
afterEach(() => temp.remove())

const lockFile = () => path.join(temp.folder, 'halyard.lock')

describe('the lock of a data folder', () => {
  it('is taken once, and given back', () => {
    const unlock = lockDataFolder(temp.folder)
    expect(() => lockDataFolder(temp.folder)).toThrow(DataFolderInUse)
    expect(() => lockDataFolder(temp.folder)).toThrow(
      `Another Halyard (process ${process.pid}) uses this data folder: ${temp.folder}`,
    )
    unlock()
    expect(existsSync(lockFile())).toBe(false)
    lockDataFolder(temp.folder)()
  })

  it('makes a folder that nobody else can read', () => {
    const folder = path.join(temp.folder, 'deep/er')
    lockDataFolder(folder)()
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('is taken over from a process that is no more', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => child.once('exit', resolve))
    writeFileSync(lockFile(), JSON.stringify({ pid: child.pid, startedAt: null }))
    lockDataFolder(temp.folder)()
  })

  it.runIf(process.platform === 'linux')(
    'is taken over when the number was given to another process since',
    () => {
      writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, startedAt: '1' }))
      lockDataFolder(temp.folder)()
    },
  )

  it.each(['', 'nonsense', '{}', 'null'])('is taken over when it says %j', (text) => {
    writeFileSync(lockFile(), text)
    lockDataFolder(temp.folder)()
  })
})
