import { spawn, type ChildProcess } from 'node:child_process'

export interface StartedProcess {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** Starts a Node program that prints the address it serves; answers the address. */
export async function startProcess(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<StartedProcess> {
  return whenServing(
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } }),
  )
}

/** The same with a program that answers each message it is sent with one of its own. */
export async function startTalkingProcess<Question extends object, Answer>(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<StartedProcess & { ask: (question: Question) => Promise<Answer> }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const ask = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      const ended = () => reject(new Error(`${args[0]} ended, and was asked`))
      child.once('close', ended)
      child.once('message', (answer) => {
        child.off('close', ended)
        resolve(answer as Answer)
      })
      child.send(question)
    })
  return { ...(await whenServing(child)), ask }
}

async function whenServing(child: ChildProcess): Promise<StartedProcess> {
  const kill = () => void child.kill()
  process.once('exit', kill) // whatever ends the run, nothing is left behind
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /(?:serves|listening on) (http:\/\/\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('close', () => reject(new Error(`${child.spawnargs[1]} ended: ${said}`)))
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
