import path from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { root } from './root.ts'

/** Seconds of files that take long, roughly: one that starts last is waited for alone. */
const SECONDS: Record<string, number> = {
  'test/resilience/soak.test.ts': 190,
  'test/performance/limits/limits.test.ts': 125,
  'test/resilience/fuzz/operations.fuzz.test.ts': 300,
  'test/screens/missing-rights.test.ts': 130,
  'test/screens/admin-instance.test.ts': 75,
  'test/screens/instance.test.ts': 75,
  'test/screens/flags.test.ts': 70,
  'test/screens/access.test.ts': 70,
  'test/screens/people.test.ts': 60,
  'test/screens/change-requests.test.ts': 55,
  'test/screens/signals.test.ts': 50,
  'test/screens/blast-radius.test.ts': 45,
  'test/screens/releases.test.ts': 45,
  'test/screens/lists.test.ts': 50,
  'test/e2e/ten-tasks.test.ts': 50,
  'test/screens/shell.test.ts': 46,
  'test/e2e/window.electron.test.ts': 42,
  'test/resilience/power-cut.test.ts': 45,
  'test/resilience/actions-kill.test.ts': 45,
  'test/resilience/kill-signals.test.ts': 40,
  'test/resilience/scheduled-requests.test.ts': 40,
  'test/resilience/integrations-kill.test.ts': 40,
  'test/resilience/torture.test.ts': 36,
  'test/e2e/change-requests.test.ts': 36,
  'test/resilience/write-cost.test.ts': 30,
  'test/resilience/sigkill.test.ts': 30,
}

/** Order of files in which, of those that run side by side, the ones that take long start first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const group = (file: TestSpecification) => file.project.config.sequence.groupOrder
    const seconds = (file: TestSpecification) =>
      SECONDS[path.relative(root, file.moduleId).replaceAll('\\', '/')] ?? 0
    return sorted.toSorted((a, b) => group(a) - group(b) || seconds(b) - seconds(a))
  }
}
