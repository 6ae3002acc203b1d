import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'

import { build } from 'vite'

import { root } from '../support/root.ts'

/**
 * Bundles a script that runs a service, as the product is bundled: from its sources it takes five times as long to start.
 * Returns the file.
 */
export async function buildProcess(script: string): Promise<string> {
  const { name } = path.parse(script)
  const folder = path.join(root, 'out/processes')
  mkdirSync(folder, { recursive: true })
  // of its own: tests that run at once build the same script
  const outDir = mkdtempSync(path.join(folder, `${name}-`))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: script, outDir, emptyOutDir: true, target: 'node24', minify: false },
  })
  return path.join(outDir, `${name}.js`)
}
