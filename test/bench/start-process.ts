import { spawn } from 'node:child_process'

/** Starts a Node program that prints the address it serves; answers the address. */
export async function startProcess(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const kill = () => void child.kill()
  process.once('exit', kill) // whatever ends the run, nothing is left behind
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /(?:serves|listening on) (http:\/\/\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('close', () => reject(new Error(`${args[0]} ended: ${said}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => {
      process.off('exit', kill)
      kill()
      return closed
    },
  }
}
