// `npm run bench`, another part: loading the window, in a browser and, where there is a display, in Electron.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { _electron, type Browser, type CDPSession, type Page } from 'playwright-core'

import { launchBrowser } from '#support/window/launch-browser.ts'
import { measureStarts } from './electron-starts.ts'
import { flagName } from './import-file.ts'
import { runBench } from './instance.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'
import { cookiesOf } from './sign-in.ts'
import { startWithFlags } from './start-with-flags.ts'

const FLAGS = 1000
const ROUNDS = 5
const WARM_UPS = 3
/** Time after which a page that is usable has also done what it does afterwards. */
const AFTERWARDS_MS = 1000

/** Pages, and what is there when they can be used. */
const PAGES: Record<string, { path: string; usable: string }> = {
  Home: { path: '/', usable: 'main h1' },
  Flags: { path: '/features', usable: 'main tbody tr a' },
  Flag: { path: `/projects/default/features/${flagName(7)}`, usable: 'main [role=switch]' },
  Playground: { path: '/playground', usable: 'main form button' },
  'Event log': { path: '/events', usable: 'main tbody tr, main article, main li' },
}

interface Load {
  usableMs: number
  /** CPU time of the page's thread until then, and in all. */
  cpuMs: number
  allCpuMs: number
  /** Size and number of the scripts. */
  scripts: number
}

async function main(folder: string): Promise<void> {
  const { url, cookie, stop } = await startWithFlags(folder, FLAGS)
  const browser = await launchBrowser()
  print(`\n${machine()}, ${FLAGS} flags, median of ${ROUNDS} loads\n`)
  heading('browser, nothing cached')
  for (const name of Object.keys(PAGES)) {
    const loads: Load[] = []
    for (let round = 0; round < ROUNDS; round++) loads.push(await loadAnew(browser, url, cookie, name))
    report(name, loads)
  }
  heading('browser, loaded before')
  for (const name of Object.keys(PAGES)) report(name, await loadAgain(browser, url, cookie, name))
  await browser.close()
  await stop()
  if (!process.env['DISPLAY']) return
  await measureElectron()
  await measureStarts()
}

const heading = (text: string) =>
  print(`\n${row([text, 'usable, ms', 'CPU ms', 'CPU ms in all', 'scripts, kB'])}`)
function report(name: string, loads: readonly Load[]): void {
  const middle = (of: keyof Load) => median(loads.map((one) => one[of])).toFixed(0)
  print(row([name, middle('usableMs'), middle('cpuMs'), middle('allCpuMs'), middle('scripts')]))
}

async function loadAnew(browser: Browser, url: string, cookie: string, name: string): Promise<Load> {
  const { page, devTools } = await openPage(browser, url, cookie)
  const load = await measure(page, devTools, name, () => page.goto(`${url}/#${PAGES[name]?.path ?? ''}`))
  await page.context().close()
  return load
}

async function loadAgain(browser: Browser, url: string, cookie: string, name: string): Promise<Load[]> {
  const { page, devTools } = await openPage(browser, url, cookie)
  const loads: Load[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    // the first ones fill the caches: of files, and of compiled code
    const load = await measure(page, devTools, name, () =>
      round === -WARM_UPS ? page.goto(`${url}/#${PAGES[name]?.path ?? ''}`) : page.reload(),
    )
    if (round >= 0) loads.push(load)
  }
  await page.context().close()
  return loads
}

async function openPage(browser: Browser, url: string, cookie: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookiesOf(cookie, url))
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devTools }
}

async function measure(
  page: Page,
  devTools: CDPSession,
  name: string,
  open: () => Promise<unknown>,
  before = 0,
): Promise<Load> {
  await open()
  await page.waitForSelector(PAGES[name]?.usable ?? '')
  const cpuMs = (await threadMs(devTools)) - before
  const usableMs = await page.evaluate(() => performance.now())
  await page.waitForTimeout(AFTERWARDS_MS)
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name: file }) => file.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize / 1024, 0),
  )
  return { usableMs, cpuMs, allCpuMs: (await threadMs(devTools)) - before, scripts }
}

/** Measures the window of the desktop app, from the beginning of its page and again when it is reloaded. */
async function measureElectron(): Promise<void> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'halyard-bench-window-'))
  const app = await _electron.launch({
    args: [process.cwd(), '--no-sandbox', `--data-dir=${data}`, '--port=0', '--log-level=warn'],
  })
  const page = await app.firstWindow()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  heading('Electron, reloaded')
  await page.waitForSelector(PAGES['Home']?.usable ?? '')
  const loads: Load[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    // a reload keeps the process, whose count goes on
    const load = await measure(page, devTools, 'Home', () => page.reload(), await threadMs(devTools))
    if (round >= 0) loads.push(load)
  }
  report('Home', loads)
  await app.close()
  rmSync(data, { recursive: true, force: true })
}

/** Reads how many milliseconds of the processor the page's thread has used since the page was opened, or since its process began. */
async function threadMs(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

await runBench(main)
