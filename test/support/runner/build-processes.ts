import { globSync, rmSync } from 'node:fs'
import path from 'node:path'

import { BUILT, buildScripts } from '#test/resilience/torture/build-process.ts'
import { root } from './root.ts'

/** Bundles what tests run and kill, once for all files of a run. For vitest's `globalSetup`. */
export default async function setup(): Promise<() => void> {
  const scripts = globSync('test/resilience/{,signal-proof/,simulation/,soak/,torture/}*-process.ts', {
    cwd: root,
  })
  const folder = await buildScripts(
    scripts.filter((script) => !script.endsWith('build-process.ts')).map((script) => path.join(root, script)),
  )
  process.env[BUILT] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
