import path from 'node:path'

import { expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'

import { LongestFirst } from '#support/runner/longest-first.ts'
import { root } from '#support/runner/root.ts'

const project = (name: string, groupOrder: number) => ({ name, config: { sequence: { groupOrder } } })
const [UNIT, SCREENS, E2E] = [project('unit', 0), project('screens', 1), project('e2e', 1)]

/** Vitest that remembers nothing of former runs. */
const vitest = { cache: { getTestSpecificationResult: () => ({ duration: 0, failed: false }) } }

it('files of a project follow each other, the longest first', async () => {
  const files = [
    { project: E2E, moduleId: 'test/e2e/other.test.ts' },
    { project: SCREENS, moduleId: 'test/screens/other.test.ts' },
    { project: E2E, moduleId: 'test/e2e/ten-tasks.test.ts' },
    { project: SCREENS, moduleId: 'test/screens/unmeasured.test.ts' },
    { project: SCREENS, moduleId: 'test/screens/flags.test.ts' },
    { project: UNIT, moduleId: 'test/contract/other.test.ts' },
  ]
  const specifications = files.map((file) => ({ ...file, moduleId: path.join(root, file.moduleId) }))
  const sorted = await new LongestFirst(vitest as unknown as Vitest).sort(
    specifications as unknown as TestSpecification[],
  )
  expect(sorted.map(({ moduleId }) => path.relative(root, moduleId))).toEqual([
    'test/contract/other.test.ts',
    'test/screens/flags.test.ts',
    'test/screens/other.test.ts',
    'test/screens/unmeasured.test.ts',
    'test/e2e/ten-tasks.test.ts',
    'test/e2e/other.test.ts',
  ])
})
