import type { Reporter, TestModule } from 'vitest/node'

import { unseenStatuses } from './declared-statuses.ts'

/** Ends a run with `N passed, N failed` alone on a line, for whoever searches the log (.ci/run sums them). */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      // a file that fails to load, or whose hooks throw, has no failed test
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++
    }
    const unseen = unseenStatuses(modules)
    if (unseen) console.log(`\nStatuses that an operation declares and no test has seen: ${unseen.length}`)
    if (unseen && unseen.length > 0) {
      console.log(unseen.join('\n'))
      count.failed++
      process.exitCode = 1
    }
    const unrun = count.skipped + count.pending
    console.log(
      `\n${unrun > 0 ? `${unrun} did not run\n` : ''}${count.passed} passed, ${count.failed} failed`,
    )
  }
}
