import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import {
  costsOfShares,
  DEALT,
  leftOnSecondEngine,
  leftToOthers,
  REST,
  SHARES,
  SUITES,
} from '#support/runner/suites.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** Run only where they are asked for: CONTRIBUTING.md says how. */
const ASKED_FOR = ['test/e2e/packaged/packaged-app.test.ts', 'test/screens/empty-and-refused.test.ts']

const temp = makeTempFolder()
afterAll(temp.remove)

/** Files of a run, with their projects. */
async function listFiles({
  files,
  env,
}: {
  files: readonly string[]
  env: Readonly<Record<string, string>>
}) {
  const json = path.join(temp.folder, 'files.json')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'list', '--filesOnly', `--json=${json}`, ...files]
  await runProgram(process.execPath, args, { cwd: root, env })
  const listed = JSON.parse(readFileSync(json, 'utf8')) as { file: string; projectName: string }[]
  return listed.map(({ file, projectName }) => ({
    file: path.relative(root, file).replaceAll('\\', '/'),
    projectName,
  }))
}
const inOrder = (files: Awaited<ReturnType<typeof listFiles>>) =>
  files.map(({ file, projectName }) => `${file} in ${projectName}`).sort()

it('npm test and the rest are every file of tests in every project, and none twice', async () => {
  const all = await listFiles({ files: [], env: {} })
  const telling = await listFiles(SUITES.telling)
  const rest = await listFiles(SUITES.rest)
  expect(inOrder([...telling, ...rest])).toEqual(inOrder(all))

  const onDisk = globSync('{src-main,src-renderer,src-shared,test}/**/*.test.ts', { cwd: root })
  const listed = new Set(all.map(({ file }) => file))
  expect(onDisk.filter((file) => !listed.has(file.replaceAll('\\', '/'))).sort()).toEqual(ASKED_FOR)
  expect([...REST, ...Object.keys(DEALT)].filter((file) => !listed.has(file))).toEqual([])

  const projects = new Set(all.map(({ projectName }) => projectName))
  for (const { projectName } of telling) projects.delete(projectName)
  expect([...projects].sort()).toEqual(['limits', 'long'])
})

it('every dear suite has its turn in one share of CI, and contract tests in all', () => {
  const shares = Array.from({ length: SHARES }, (_, share) => new Set(leftToOthers(share)))
  const turns = [...REST, ...Object.keys(DEALT)].map(
    (file) => [file, shares.filter((others) => !others.has(file)).length] as const,
  )
  expect(turns.filter(([file, count]) => count !== (file.startsWith('test/contract/') ? SHARES : 1))).toEqual(
    [],
  )
  // none takes much longer than the others
  const costs = costsOfShares()
  expect(Math.max(...costs) / Math.min(...costs)).toBeLessThan(1.25)
})

it('every suite of the second engine has its turn there', () => {
  const files = ['a', 'b', 'c', 'd', 'e']
  const left = Array.from({ length: SHARES }, (_, share) =>
    leftOnSecondEngine(files, { HALYARD_SHARE: String(share) }),
  )
  const turns = files.map((file) => left.filter((others) => !others.includes(file)).length)
  expect(turns).toEqual([SHARES / 4, SHARES / 4, SHARES / 4, SHARES / 4, SHARES / 4])
  expect(leftOnSecondEngine(files, {})).toEqual([])
})
