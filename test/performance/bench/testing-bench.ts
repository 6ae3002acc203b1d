// `npm run bench`, another part: how long `startHalyard` of `halyard/testing` and what tests do with it take, in one process.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { HalyardOptions, TestHalyard } from '#main/testing/test-halyard.ts'
import { root } from '#support/runner/root.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'

const STARTS = 30
const MICROS_PER_MS = 1000

/** Milliseconds by the clock, and of the processor. */
interface Cost {
  wall: number
  cpu: number
}

async function measured<T>(costs: Cost[], work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const begun = performance.now()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  costs.push({ wall: performance.now() - begun, cpu: (user + system) / MICROS_PER_MS })
  return result
}

const { startHalyard } = (await import(pathToFileURL(path.join(root, 'out/main/testing.js')).href)) as {
  startHalyard: (options?: HalyardOptions) => Promise<TestHalyard>
}
const costs = new Map<string, Cost[]>()
const costsOf = (name: string): Cost[] => {
  const known = costs.get(name) ?? []
  costs.set(name, known)
  return known
}

// in the order of the table
for (const name of ['the first start', 'a further start']) costsOf(name)
for (let start = 0; start <= STARTS; start++) {
  const halyard = await measured(costsOf(start === 0 ? 'the first start' : 'a further start'), () =>
    startHalyard(),
  )
  await measured(costsOf('flags.set'), () => halyard.flags.set('checkout', true))
  await measured(costsOf('snapshot'), () => halyard.snapshot())
  await measured(costsOf('restore'), () => halyard.restore())
  await measured(costsOf('stop'), () => halyard.stop())
}

print(`\n${machine()}, in memory, medians of ${STARTS}\n`)
print(row(['halyard/testing', 'ms', 'ms of CPU']))
for (const [name, all] of costs)
  print(
    row([name, ...(['wall', 'cpu'] as const).map((kind) => median(all.map((one) => one[kind])).toFixed(1))]),
  )
