#!/usr/bin/env -S MALLOC_TRIM_THRESHOLD_=1048576 node --max-semi-space-size=4
// `halyard`: the command line, on any Node from 20.18.
// Builds first where nothing has been built yet. The small young generation saves 60 MB under load, and costs no time; memory
// that threads needed for the start goes back to the system, some 17 MB with glibc (ADR 45).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 18)) {
  console.error(`Halyard needs Node 20.18 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
const root = path.resolve(import.meta.dirname, '..')
const entry = path.join(root, 'out/main/cli.js')
if (!existsSync(entry)) {
  console.error('Building Halyard first ...')
  const build = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
module.enableCompileCache?.() // Node 22 and newer: halves the start time from the second start on
await import(pathToFileURL(entry).href)
