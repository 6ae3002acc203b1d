import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { launchDesktopApp, startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

let temp: ReturnType<typeof makeTempFolder>
let dataDir: string
let log: string
let desktop: DesktopApp | undefined

beforeEach(() => {
  temp = makeTempFolder()
  dataDir = path.join(temp.folder, 'data')
  log = path.join(temp.folder, 'dialogs')
})
afterEach(async () => {
  await desktop?.close().catch(() => undefined)
  desktop = undefined
  temp.remove()
})

interface Said {
  message: string
  detail: string
  buttons: string[]
}
const said = () =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Said)
const answerWith = (button: string) => ({ answer: { button, log } })

/** Starts the app, which asks, is told to quit, and does so. */
async function startAndQuit(port = 0): Promise<void> {
  const app = await launchDesktopApp(dataDir, { ...answerWith('Quit'), port })
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  if (app.process().exitCode === null) await ended
}

describe('a port that is taken', () => {
  const other = http.createServer()
  const takePort = () =>
    new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port)),
    )
  afterEach(() => void other.close())

  it('is offered the next free one', async () => {
    const port = await takePort()
    desktop = await startDesktopApp(dataDir, { ...answerWith('Use port'), port })
    const [question] = said()
    expect(question?.message).toMatch(new RegExp(`^Port ${port} is in use by node`))
    const offered = /^Use port (\d+)$/.exec(question?.buttons[0] ?? '')?.[1]
    expect(desktop.url).toBe(`http://127.0.0.1:${offered}`)
  })

  it('is asked for while the first window waits', async () => {
    const decided = path.join(temp.folder, 'decided')
    const options = {
      ...answerWith('Use port'),
      port: await takePort(),
      env: { HALYARD_TEST_THINKS: decided },
    }
    const app = await launchDesktopApp(dataDir, options)
    try {
      const page = await app.firstWindow()
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await expect.poll(() => existsSync(log)).toBe(true)
      const home = page.getByRole('link', { name: 'Default' })
      expect(await home.count()).toBe(0)
      writeFileSync(decided, '')
      await home.waitFor()
    } finally {
      await app.close()
    }
  })

  it('is a reason to quit', async () => {
    await startAndQuit(await takePort())
    expect(said()).toHaveLength(1)
    expect(readdirSync(dataDir)).toContain('halyard.closed')
  })
})

describe('a damaged database', () => {
  const damage = () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path.join(dataDir, 'halyard.db'), 'not a database'.repeat(100))
  }

  it('is replaced by nothing only when that is asked for', async () => {
    damage()
    await startAndQuit()
    expect(said()[0]).toMatchObject({
      message: 'The database is damaged',
      buttons: ['Restore another file…', 'Start empty', 'Quit'],
    })
    expect(existsSync(path.join(dataDir, 'halyard.db'))).toBe(false)
    desktop = await startDesktopApp(dataDir, answerWith('Start empty'))
    await desktop.page.getByRole('link', { name: 'Default' }).waitFor()
    expect(said()).toHaveLength(2)
  })

  it('is replaced by its newest backup on request', async () => {
    desktop = await startDesktopApp(dataDir, { env: { INIT_ADMIN_API_TOKENS: '*:*.dialogs' } })
    const created = await fetch(`${desktop.url}/api/admin/projects/default/features`, {
      method: 'POST',
      headers: { authorization: '*:*.dialogs', 'content-type': 'application/json' },
      body: '{"name":"kept"}',
    })
    expect(created.status).toBe(201)
    await desktop.close()
    mkdirSync(path.join(dataDir, 'backups'))
    const backup = path.join(dataDir, 'backups/scheduled-20261121T000000000Z.db')
    writeFileSync(backup, readFileSync(path.join(dataDir, 'halyard.db')))
    damage()
    desktop = await startDesktopApp(dataDir, answerWith('Restore the newest backup'))
    expect(said()[0]?.detail).toContain(backup)
    await desktop.page.getByRole('link', { name: 'Default' }).click()
    await desktop.page.getByRole('link', { name: 'kept' }).waitFor()
  })
})
