import type { CDPSession, Page } from 'playwright-core'

import { flagName } from './import-file.ts'
import { median } from './load.ts'
import { print, row } from './report.ts'

/** Switches to each screen, of which the median counts. */
export const ROUNDS = 5
/** A screen that has not changed for so long is complete. */
const QUIET_MS = 400

const SCREENS: Record<string, string> = {
  Home: '/',
  Projects: '/projects',
  'Project (its flags)': '/projects/default',
  Flag: `/projects/default/features/${flagName(7)}`,
  Flags: '/features',
  Playground: '/playground',
  Segments: '/segments',
  Events: '/events',
  'API tokens': '/api-tokens',
  Users: '/admin/users',
  Archive: '/archive',
}

/** A switch to another screen. */
interface Switch {
  /** Until the first change of the page, and until the last of what is in sight: rows below it come after the paint. */
  firstMs: number
  lastMs: number
  /** The longest task of the page's thread, if one took more than 50 ms. */
  longestMs: number
  /** Time of the processor that the page's thread used. */
  cpuMs: number
}

/** Switches from screen to screen in a window that is signed in, and prints how long each takes. */
export async function reportSwitches(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  print(row(['to the screen', 'first, ms', 'complete, ms', 'longest task', 'CPU ms']))
  const switches = new Map(Object.keys(SCREENS).map((screen) => [screen, [] as Switch[]]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [screen, path] of Object.entries(SCREENS)) {
      const measured = await switchTo(page, devTools, path)
      // the first round loads and compiles
      if (round > 0) switches.get(screen)?.push(measured)
    }
  for (const [screen, measured] of switches) {
    const middle = (of: keyof Switch) => median(measured.map((one) => one[of])).toFixed(0)
    print(row([screen, middle('firstMs'), middle('lastMs'), middle('longestMs'), middle('cpuMs')]))
  }
}

async function switchTo(page: Page, devTools: CDPSession, path: string): Promise<Switch> {
  const before = await threadMs(devTools)
  const times = await page.evaluate(
    ([to, quietMs]) =>
      new Promise<Omit<Switch, 'cpuMs'>>((resolve) => {
        const begun = performance.now()
        let [firstMs, lastMs, longestMs] = [0, 0, 0]
        const tasks = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
        })
        tasks.observe({ type: 'longtask' })
        const end = () => {
          tasks.disconnect()
          changes.disconnect()
          resolve({ firstMs, lastMs, longestMs })
        }
        let quiet = setTimeout(end, 5 * quietMs)
        const isInSight = (node: Node) => {
          const element = node instanceof Element ? node : node.parentElement
          return element !== null && element.getBoundingClientRect().top < window.innerHeight
        }
        const changes = new MutationObserver((records) => {
          const now = performance.now() - begun
          firstMs ||= now
          if (records.some(({ addedNodes }) => [...addedNodes].some(isInSight))) lastMs = now
          clearTimeout(quiet)
          quiet = setTimeout(end, quietMs)
        })
        changes.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
        location.hash = to
      }),
    [path, QUIET_MS] as const,
  )
  return { ...times, cpuMs: (await threadMs(devTools)) - before }
}

/** Reads how many milliseconds of the processor the page's thread has used. */
async function threadMs(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
