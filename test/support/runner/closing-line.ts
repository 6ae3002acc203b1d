import { writeFileSync } from 'node:fs'

import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'

import { unseenStatuses } from '../service/declared-statuses.ts'

const ENGINES: Record<string, string> = { embedded: 'embedded engine', postgres: 'PostgreSQL' }

/** Says how many tests passed and failed on each engine, in runs of `npm run test:engines`. */
function countByEngine(modules: readonly TestModule[]): void {
  if (!process.env['HALYARD_EVERY_ENGINE']) return
  for (const [project, engine] of Object.entries(ENGINES)) {
    const files = modules.filter((module) => module.project.name === project)
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const file of files) for (const test of file.children.allTests()) count[test.result().state]++
    if (files.length > 0)
      console.log(`${engine}: ${count.passed} tests passed, ${count.failed} failed, in ${files.length} files`)
  }
}

/** Says how many tests passed and failed at each version of the original service, where `test/interop` ran. */
function countByOriginal(modules: readonly TestModule[]): void {
  const counts = new Map<string, { passed: number; failed: number; skipped: number; pending: number }>()
  for (const file of modules.filter((module) => module.project.name === 'interop'))
    for (const test of file.children.allTests()) {
      const [original] = /^Unleash [\d.]+(?=: )/.exec(test.fullName) ?? []
      if (original === undefined) continue
      const count = counts.get(original) ?? { passed: 0, failed: 0, skipped: 0, pending: 0 }
      counts.set(original, count)
      count[test.result().state]++
    }
  for (const [original, { passed, failed, skipped }] of counts)
    console.log(`${original}: ${passed} tests passed, ${failed} failed, ${skipped} did not run`)
}

/** Most failed tests that the end of a run names. */
const MAX_NAMED = 50

/** Names the failed tests of a file, each with the first line of its error: the end of a long log has to do without the rest. */
function failuresOf(file: TestModule): string[] {
  const named = (name: string, errors: readonly { message: string }[]) =>
    `${file.relativeModuleId} > ${name}: ${errors[0]?.message.split('\n')[0] ?? 'no error told'}`
  const failures = [...file.children.allTests('failed')].map((test) =>
    named(test.fullName, test.result().errors ?? []),
  )
  if (file.errors().length > 0) failures.push(named('the file', file.errors()))
  return failures
}

/** `scripts/test.mjs`: the counts go into this file, to be summed over several runs. */
const countsFile = process.env['HALYARD_COUNTS']

/**
 * Says in each tenth of a whole run where it is. Ends a run with `N passed, N failed` alone on a line, for whoever searches the
 * log, unless `scripts/test.mjs` does.
 */
export default class ClosingLine implements Reporter {
  #files = 0
  #done = 0
  #failed = 0
  #started = 0

  onTestRunStart(files: readonly TestSpecification[]) {
    this.#files = files.length
    this.#started = performance.now()
  }

  onTestModuleEnd(module: TestModule) {
    const tenth = () => Math.floor((10 * this.#done) / this.#files)
    const before = tenth()
    this.#done++
    if (module.state() === 'failed') this.#failed++
    if (!countsFile || tenth() === before || this.#done === this.#files) return
    const minutes = ((performance.now() - this.#started) / 60_000).toFixed(1)
    const failed = this.#failed > 0 ? `${this.#failed} of them failed, ` : ''
    console.log(
      `\n${this.#done} of ${this.#files} files, ${failed}${minutes} minutes, now in ${module.project.name}\n`,
    )
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map(({ message }) => `outside of tests: ${message}`),
    ]
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      // a file that fails to load, or whose hooks throw, has no failed test
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++
    }
    const unseen = unseenStatuses(modules)
    if (unseen) console.log(`\nStatuses that an operation declares and no test has seen: ${unseen.length}`)
    if (unseen && unseen.length > 0) {
      console.log(unseen.join('\n'))
      failures.push(`Statuses that no test has seen: ${unseen.join(', ')}`)
      count.failed++
      process.exitCode = 1
    }
    countByEngine(modules)
    countByOriginal(modules)
    const unrun = count.skipped + count.pending
    if (unrun > 0) console.log(`\n${unrun} did not run`)
    if (countsFile)
      writeFileSync(countsFile, JSON.stringify({ ...count, failures: failures.slice(0, MAX_NAMED) }))
    else console.log(`\n${count.passed} passed, ${count.failed} failed`)
  }
}
