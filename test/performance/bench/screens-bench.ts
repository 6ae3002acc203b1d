// `npm run bench`, another part: switching screens with 10,000 flags, in a browser and, where there is a display, in Electron.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

import { _electron } from 'playwright-core'

import { launchBrowser } from '#support/window/launch-browser.ts'
import { runBench } from './instance.ts'
import { median } from './load.ts'
import { residentMb } from './process-figures.ts'
import { machine, print } from './report.ts'
import { reportSwitches, ROUNDS } from './screen-switches.ts'
import { cookiesOf } from './sign-in.ts'
import { startWithFlags } from './start-with-flags.ts'

const FLAGS = 10_000
const STARTS = 5

async function main(folder: string): Promise<void> {
  const { url, cookie, stop } = await startWithFlags(folder, FLAGS)
  print(`\n${machine()}, ${FLAGS} flags, median of ${ROUNDS} switches\n\nin a browser`)
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookiesOf(cookie, url))
  const page = await context.newPage()
  await page.goto(url)
  await reportSwitches(page)
  await browser.close()
  await stop()
  if (process.env['DISPLAY']) await measureElectron(path.join(folder, 'data'))
}

/** Measures the desktop app on the same data: starts that follow others, memory at rest, and switches. */
async function measureElectron(data: string): Promise<void> {
  const starts: number[] = []
  // the first start fills the caches
  for (let start = -1; start < STARTS; start++) {
    const begun = performance.now()
    const app = await launch(data)
    const page = await app.firstWindow()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    if (start >= 0) starts.push(performance.now() - begun)
    if (start === STARTS - 1) {
      print(`\nin Electron\nfirst window, median of ${STARTS} starts: ${median(starts).toFixed(0)} ms`)
      await page.waitForTimeout(REST_MS)
      print(`memory at rest: ${memoryOf(app.process().pid ?? 0).toFixed(0)} MB, all processes together`)
      await reportSwitches(page)
      print(`memory after it: ${memoryOf(app.process().pid ?? 0).toFixed(0)} MB`)
    }
    await app.close()
  }
}

/** After a start, jobs run once; then the process is at rest. */
const REST_MS = 15_000

const launch = (data: string) =>
  _electron.launch({
    args: [process.cwd(), '--no-sandbox', `--data-dir=${data}`, '--port=0', '--log-level=warn'],
  })

/** Adds up the resident memory of a process and of all that it has started; what they share counts for each. */
function memoryOf(pid: number): number {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = new Set([pid])
  for (const one of family) for (const [child = 0, parent] of parents) if (parent === one) family.add(child)
  return [...family].reduce((sum, one) => sum + residentMb(one), 0)
}

await runBench(main)
