import { readdirSync } from 'node:fs'
import path from 'node:path'

import type { TestModule } from 'vitest/node'

import { OPERATIONS, successStatuses } from '#shared/contract/index.ts'
import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { root } from '../runner/root.ts'

const CONTRACT_TESTS = 'test/contract'

/**
 * Finds the statuses that an operation declares, its successes and refusals of its own, and that no test has seen.
 * Only a whole run can tell: undefined where a test of the contract was left out.
 */
export function unseenStatuses(modules: readonly TestModule[]): string[] | undefined {
  if (!isWhole(modules.filter((module) => module.project.name === 'unit'))) return undefined
  const seen = new Set(
    modules.flatMap((module) =>
      Object.entries(module.meta().statuses ?? {}).flatMap(([id, statuses]) =>
        statuses.map((status) => `${id} ${status}`),
      ),
    ),
  )
  return [...OPERATIONS, ...FORMER_OPERATIONS]
    .flatMap((operation) =>
      [...successStatuses(operation), ...operation.errors].map(
        (status) => `${operation.operationId} ${status}`,
      ),
    )
    .filter((answer) => !seen.has(answer))
}

function isWhole(modules: readonly TestModule[]): boolean {
  const files = readdirSync(path.join(root, CONTRACT_TESTS), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
    .map((file) => path.join(root, CONTRACT_TESTS, file))
  const whole = new Set(
    modules
      .filter((module) => [...module.children.allTests()].every((test) => test.result().state !== 'skipped'))
      .map((module) => path.resolve(module.moduleId)),
  )
  return files.every((file) => whole.has(file))
}
