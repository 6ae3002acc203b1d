import path from 'node:path'

import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node'

import { root } from './root.ts'
import { DEALT, DEAR } from './suites.ts'

/** Seconds of files that take long, roughly: one that starts last is waited for alone. */
const SECONDS: Record<string, number> = {
  ...DEAR,
  ...DEALT,
  'test/e2e/window.electron.test.ts': 65,
  'test/e2e/npm-start.electron.test.ts': 60,
  'test/e2e/first-run.electron.test.ts': 60,
  'test/contract/clients/mirror.contract.test.ts': 50,
  'test/contract/permissions.test.ts': 45,
  'test/contract/clients/forwarding.contract.test.ts': 40,
  'test/e2e/ten-tasks.test.ts': 40,
  'test/e2e/documented-commands.test.ts': 80,
  'test/e2e/serve.test.ts': 35,
  'test/contract/transfer/snapshots.contract.test.ts': 30,
  'test/contract/audit/every-undo.contract.test.ts': 25,
  'test/resilience/torture.test.ts': 25,
  'test/contract/versions/emulated-versions.long.test.ts': 20,
  'test/resilience/fuzz/sequence.fuzz.test.ts': 20,
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
