import path from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { root } from './root.ts'

/** Seconds of files that take long, roughly: one that starts last is waited for alone. */
const SECONDS: Record<string, number> = {
  'test/fuzz/operations.fuzz.test.ts': 130,
  'test/limits/limits.test.ts': 110,
  'test/screens/instance.test.ts': 190,
  'test/screens/missing-rights.test.ts': 160,
  'test/screens/flags.test.ts': 140,
  'test/e2e/serve.test.ts': 130,
  'test/screens/change-requests.test.ts': 130,
  'test/screens/access.test.ts': 130,
  'test/screens/people.test.ts': 120,
  'test/e2e/upgrade-report.test.ts': 100,
  'test/durability/scheduled-requests.test.ts': 90,
  'test/screens/signals.test.ts': 90,
  'test/durability/power-cut.test.ts': 90,
  'test/durability/actions-kill.test.ts': 80,
  'test/durability/sigkill.test.ts': 80,
  'test/durability/torture.test.ts': 80,
  'test/screens/actions.test.ts': 75,
  'test/screens/admin-instance.test.ts': 75,
  'test/screens/releases.test.ts': 70,
  'test/durability/integrations-kill.test.ts': 60,
  'test/durability/kill-signals.test.ts': 60,
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
