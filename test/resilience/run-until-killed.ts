import { spawn } from 'node:child_process'
import path from 'node:path'

import { buildProcess } from './torture/build-process.ts'

/**
 * Runs a process of this folder and kills it with SIGKILL so long after it has said so many lines beyond its first, or
 * without a time lets it end; answers all it has said. A process that is to be killed must not end by itself.
 */
export async function runUntilKilled(
  script: string,
  args: readonly string[],
  killAfterMs: number | undefined,
  killAfterLines = 1,
): Promise<string> {
  const built = await buildProcess(path.join(import.meta.dirname, script))
  const child = spawn(process.execPath, [built, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let isKilled = false
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (killAfterMs === undefined || output.split('\n').length - 2 < killAfterLines) return
      setTimeout(() => {
        isKilled = true
        child.kill('SIGKILL')
      }, killAfterMs)
    })
    child.once('close', (code) => {
      if (!isKilled && (code !== 0 || killAfterMs !== undefined))
        reject(new Error(`${script} ended by itself, with ${code}: ${output.slice(-500)}`))
      else resolve(output)
    })
  })
}
