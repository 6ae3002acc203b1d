import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'

import { build, type Plugin } from 'vite'

import { root } from '#support/runner/root.ts'

/** Folder of the scripts that `build-processes.ts` has bundled for all files of a run. */
export const BUILT = 'HALYARD_TEST_PROCESSES'

const nameOf = (script: string) => path.parse(script).name

/** Bundles scripts, and what they share once. Returns their folder. */
export async function buildScripts(scripts: readonly string[], plugins: Plugin[] = []): Promise<string> {
  const folder = path.join(root, 'out/processes')
  mkdirSync(folder, { recursive: true })
  // of its own: runs that go on at once build the same scripts
  const outDir = mkdtempSync(path.join(folder, 'run-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins,
    ssr: { noExternal: true, external: ['sql.js', 'pg'] },
    build: {
      ssr: true,
      rolldownOptions: { input: Object.fromEntries(scripts.map((script) => [nameOf(script), script])) },
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
    },
  })
  return outDir
}

const built = new Map<string, Promise<string>>()

/**
 * Bundles a script that runs a service, as the product is bundled: from its sources it takes five times as long to start.
 * Returns the file.
 */
export async function buildProcess(script: string): Promise<string> {
  let folder = process.env[BUILT]
  if (folder === undefined) {
    if (!built.has(script)) built.set(script, buildScripts([script]))
    folder = await built.get(script)
  }
  return path.join(folder ?? '', `${nameOf(script)}.js`)
}
