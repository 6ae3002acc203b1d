import path from 'node:path'

import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node'

import { root } from './root.ts'

/** Seconds of files that take long, roughly: one that starts last is waited for alone. */
const SECONDS: Record<string, number> = {
  'test/performance/limits/limits.test.ts': 300,
  'test/interop/mirror.test.ts': 240,
  'test/resilience/soak.test.ts': 190,
  'test/resilience/fuzz/operations.fuzz.test.ts': 170,
  'test/screens/flags.test.ts': 140,
  'test/screens/admin-instance.test.ts': 140,
  'test/e2e/safe-mode.electron.test.ts': 100,
  'test/screens/instance.test.ts': 95,
  'test/screens/missing-rights.test.ts': 95,
  'test/interop/mirror-sdks.test.ts': 95,
  'test/screens/change-requests.test.ts': 80,
  'test/interop/copy.test.ts': 75,
  'test/screens/access.test.ts': 70,
  'test/screens/lists.test.ts': 70,
  'test/e2e/window.electron.test.ts': 65,
  'test/e2e/npm-start.electron.test.ts': 60,
  'test/screens/signals.test.ts': 60,
  'test/interop/promotion-by-files.test.ts': 55,
  'test/screens/people.test.ts': 50,
  'test/e2e/first-run.electron.test.ts': 50,
  'test/screens/shell.test.ts': 50,
  'test/contract/clients/mirror.contract.test.ts': 50,
  'test/contract/permissions.test.ts': 45,
  'test/interop/sdks.test.ts': 45,
  'test/e2e/connections.electron.test.ts': 45,
  'test/screens/releases.test.ts': 45,
  'test/resilience/actions-kill.test.ts': 40,
  'test/contract/clients/forwarding.contract.test.ts': 40,
  'test/e2e/ten-tasks.test.ts': 40,
  'test/resilience/scheduled-requests.test.ts': 40,
  'test/e2e/package.test.ts': 35,
  'test/resilience/power-cut.test.ts': 35,
  'test/e2e/upgrade-report.test.ts': 35,
  'test/e2e/documented-commands.test.ts': 35,
  'test/e2e/frame.electron.test.ts': 35,
  'test/e2e/serve.test.ts': 35,
  'test/contract/transfer/snapshots.contract.test.ts': 30,
  'test/screens/blast-radius.test.ts': 30,
  'test/conformance/changing-snippets.long.test.ts': 30,
  'test/e2e/profiles.electron.test.ts': 30,
  'test/resilience/integrations-kill.test.ts': 25,
  'test/resilience/kill-signals.test.ts': 25,
  'test/resilience/signal-proof.test.ts': 25,
  'test/e2e/dialogs.electron.test.ts': 25,
  'test/e2e/change-requests.test.ts': 25,
  'test/contract/audit/every-undo.contract.test.ts': 25,
  'test/resilience/torture.test.ts': 25,
  'test/postgres/chaos/chaos.test.ts': 25,
  'test/e2e/closing.electron.test.ts': 20,
  'test/contract/versions/emulated-versions.long.test.ts': 20,
  'test/resilience/fuzz/sequence.fuzz.test.ts': 20,
  'test/screens/palette.test.ts': 20,
  'src-main/profiles/copy/copies.test.ts': 20,
  'test/postgres/move.test.ts': 20,
}

const secondsOf = (file: TestSpecification): number =>
  SECONDS[path.relative(root, file.moduleId).replaceAll('\\', '/')] ?? 0

/**
 * Order of files in which, of those that run side by side, the ones that take long start first. The files of a project follow each other: a worker
 * that has read the contract, which takes five seconds of a processor, goes on with the next file only if it is of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // of equal length: by project, as Vitest sorts
    const sorted = await super.sort(files)
    const longest = new Map<TestProject, number>()
    for (const file of sorted)
      longest.set(file.project, Math.max(longest.get(file.project) ?? 0, secondsOf(file)))
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const ofProject = ({ project }: TestSpecification) => longest.get(project) ?? 0
    return sorted.toSorted(
      (a, b) =>
        group(a) - group(b) ||
        ofProject(b) - ofProject(a) ||
        a.project.name.localeCompare(b.project.name) ||
        secondsOf(b) - secondsOf(a),
    )
  }
}
