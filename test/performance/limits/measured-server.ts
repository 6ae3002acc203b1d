import { spawn } from 'node:child_process'
import path from 'node:path'

import type { Blocking, Command } from './server-process.ts'

export type { Blocking }

export interface MeasuredServer {
  url: string
  /** Blocked while starting. */
  started: Blocking
  ask(command: Command): Promise<unknown>
  /** Does something, and answers how long that blocked the server. */
  measure<T>(work: () => Promise<T>): Promise<{ result: T; blocking: Blocking }>
  stop(): Promise<void>
}

/** Starts the real backend on a data folder, apart from the test: what the client does blocks nothing. */
export async function startMeasuredServer(dataDir: string, restore?: string): Promise<MeasuredServer> {
  const script = path.join(import.meta.dirname, 'server-process.ts')
  const args = [script, dataDir, ...(restore === undefined ? [] : [restore])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const said = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const match = /listening on (\S+) (\{.*\})/.exec(output)
      if (match) resolve(match)
    })
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  let asked = 0
  const ask = (command: Command) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++asked
      const listen = (message: { id: number; value?: unknown; error?: string }) => {
        if (message.id !== id) return
        child.off('message', listen)
        child.off('close', fail)
        if (message.error === undefined) resolve(message.value)
        else reject(new Error(message.error))
      }
      const fail = () => reject(new Error(`the server ended before it answered ${command.kind}`))
      child.once('close', fail)
      child.on('message', listen)
      child.send({ id, command })
    })
  return {
    url: said[1] ?? '',
    started: JSON.parse(said[2] ?? '') as Blocking,
    ask,
    measure: async (work) => {
      await ask({ kind: 'begin' })
      const result = await work()
      return { result, blocking: (await ask({ kind: 'end' })) as Blocking }
    },
    stop: () => {
      child.kill()
      return closed
    },
  }
}
