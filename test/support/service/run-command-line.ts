import path from 'node:path'

import { vi } from 'vitest'

import { runCli } from '#main/cli/run-cli.ts'
import { root } from '../runner/root.ts'

const FILES = {
  wasmFile: path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'),
  rendererDir: '',
  packageFile: path.join(root, 'package.json'),
}

/** Runs the command line in this process. Answers its exit status, and what it printed. */
export async function runCommandLine(
  ...args: string[]
): Promise<{ status: number; out: string; error: string }> {
  const said = { out: '', error: '' }
  const out = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => ((said.out += String(text)), true))
  const error = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => ((said.error += String(text)), true))
  try {
    const status = await runCli(args, FILES)
    return { status, ...said }
  } finally {
    out.mockRestore()
    error.mockRestore()
  }
}
