import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { _electron } from 'playwright-core'

import { median } from './load.ts'
import { print, row } from './report.ts'

const PAIRS = 5

/** An app with one empty window: no app on Electron starts faster. */
const EMPTY_APP = `
const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, width: 1280, height: 800, webPreferences: { sandbox: true } })
  window.once('ready-to-show', () => window.show())
  return window.loadURL('data:text/html,<h1>Empty</h1>')
})`

interface Start {
  /** Milliseconds until the window is seen. */
  shown: number
  /** Milliseconds until what it shows is there. */
  usable: number
}

/** Measures starts of the desktop app, warm, beside those of an empty Electron app, in turns. */
export async function measureStarts(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-bench-starts-'))
  const empty = path.join(folder, 'empty.js')
  writeFileSync(empty, EMPTY_APP)
  const ours = [process.cwd(), `--data-dir=${path.join(folder, 'data')}`, '--port=0', '--log-level=warn']
  const data = 'a:has-text("Default")'
  await start(ours, data)
  const pairs: { ours: Start; empty: Start }[] = []
  for (let pair = 0; pair < PAIRS; pair++)
    pairs.push({ empty: await start([empty], 'h1'), ours: await start(ours, data) })
  print(`\n${row(['Electron, started again', 'window, ms', 'usable, ms'])}`)
  for (const name of ['empty', 'ours'] as const) {
    const middle = (of: keyof Start) => median(pairs.map((pair) => pair[name][of])).toFixed(0)
    print(row([name === 'ours' ? 'Halyard' : 'an empty app', middle('shown'), middle('usable')]))
  }
  rmSync(folder, { recursive: true, force: true })
}

async function start(args: readonly string[], element: string): Promise<Start> {
  const began = performance.now()
  const app = await _electron.launch({ args: ['--no-sandbox', ...args] })
  const page = await app.firstWindow()
  await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window && !window.isVisible()) await new Promise<void>((resolve) => window.once('show', resolve))
  })
  const shown = performance.now() - began
  await page.waitForSelector(element)
  const times = { shown, usable: performance.now() - began }
  await app.close()
  return times
}
