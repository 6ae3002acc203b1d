import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findOpenedFile, OpenedFiles, readOpenedFile, type OpenedFile } from './opened-file.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'opened-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}

describe('a scenario file that the system opens', () => {
  it('is found among the arguments by its extension', () => {
    expect(findOpenedFile(['halyard', '--data-dir=/x.halyard', '/home/me/Team.HALYARD'])).toBe(
      '/home/me/Team.HALYARD',
    )
    expect(findOpenedFile(['halyard', '/etc/passwd', 'halyard://open/segments'])).toBeUndefined()
  })

  it('is read whole, unless it is no file, too large or not there', async () => {
    const file = write('team.halyard', 'scenario: 1')
    expect(await readOpenedFile(file)).toEqual({ name: 'team.halyard', text: 'scenario: 1' })
    truncateSync(file, 9 * 1024 * 1024)
    expect(await readOpenedFile(file)).toBeUndefined()
    mkdirSync(path.join(folder, 'folder.halyard'))
    expect(await readOpenedFile(path.join(folder, 'folder.halyard'))).toBeUndefined()
    expect(await readOpenedFile(path.join(folder, 'none.halyard'))).toBeUndefined()
    expect(await readOpenedFile('team.halyard')).toBeUndefined()
  })

  it.skipIf(process.platform === 'win32')(
    'is no pipe, which would hold the thread that opens it',
    async () => {
      const pipe = path.join(folder, 'pipe.halyard')
      execFileSync('mkfifo', [pipe])
      expect(await readOpenedFile(pipe)).toBeUndefined()
    },
  )

  it('waits until a page is ready, and is sent once', async () => {
    const sent: OpenedFile[] = []
    let isReady = false
    const files = new OpenedFiles({
      open: async () => undefined,
      send: (file) => isReady && sent.push(file) > 0,
    })
    expect(files.take(['halyard', '--port=1'])).toBe(false)
    await files.open(write('team.halyard', 'scenario: 1'))
    expect(sent).toEqual([])
    isReady = true
    files.deliver()
    files.deliver()
    expect(sent.map(({ name }) => name)).toEqual(['team.halyard'])
  })
})
