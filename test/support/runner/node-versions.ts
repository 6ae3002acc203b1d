import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { runProgram } from '../service/program.ts'

/** Outside the repository, so that a machine fetches each Node once. */
const CACHE = path.join(os.homedir(), '.cache', 'halyard-tests')

/** Installs the newest Node of a major version from the npm registry, once; returns its program. */
export async function nodeProgram(major: number): Promise<string> {
  const folder = path.join(CACHE, `node-${major}`)
  const program = path.join(
    folder,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!existsSync(program)) {
    // aside first: another test may look for it meanwhile, and an interrupted one leaves half of it
    const aside = `${folder}-${process.pid}`
    mkdirSync(aside, { recursive: true })
    writeFileSync(path.join(aside, 'package.json'), '{"private": true}')
    await runProgram('npm', ['install', '--no-audit', '--no-fund', `node@${major}`], { cwd: aside })
    if (existsSync(folder)) rmSync(aside, { recursive: true })
    else renameSync(aside, folder)
  }
  const version = await runProgram(program, ['--version'])
  if (!version.startsWith(`v${major}.`)) throw new Error(`node@${major} is ${version}`)
  return program
}
