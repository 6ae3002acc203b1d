import path from 'node:path'

import { callBothWays, type CallForBody, type CallPathForBody } from './operation-call.ts'
import { Program } from './program.ts'
import { root } from '../runner/root.ts'

export const ADMIN_TOKEN = '*:*.admin-of-the-tests'

export interface Service {
  program: Program
  url: string
  /** A link that signs a browser in, once. */
  signInLink: string
  /** Calls an operation as the admin and returns the parsed body. Throws for any refusal. */
  call: CallForBody & CallPathForBody
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  port?: number | 'auto'
  args?: readonly string[]
  /** The Node to run on; this one unless said otherwise. */
  node?: string
  nodeOptions?: readonly string[]
  env?: Record<string, string>
  /** Files and connections that it may have open at a time; needs bash. */
  maxHandles?: number
}

/** Runs `halyard serve`, as a user would, until it ends or is stopped. */
export function runService({
  dataDir,
  port = 0,
  args = [],
  node = process.execPath,
  nodeOptions = [],
  env = {},
  maxHandles,
}: Options): Program {
  const options = ['--port', String(port), '--data-dir', dataDir, '--log-level', 'warn', ...args]
  const command = [node, ...nodeOptions, path.join(root, 'scripts/halyard.mjs'), 'serve', ...options]
  const limited =
    maxHandles === undefined ? command : ['bash', '-c', `ulimit -n ${maxHandles}; exec "$0" "$@"`, ...command]
  const [program = node, ...programArguments] = limited
  return new Program(program, programArguments, { env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN, ...env } })
}

/** Runs `halyard serve` and waits until it takes calls. */
export async function startService(options: Options): Promise<Service> {
  const program = runService(options)
  const [, signInLink = ''] = await program.says(/Open it in a browser: (\S+)\n/)
  const url = new URL(signInLink).origin
  const callPath: CallPathForBody = async (method, at, body) => {
    const response = await fetch(url + at, {
      method,
      headers: { authorization: ADMIN_TOKEN, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  }
  return {
    program,
    url,
    signInLink,
    call: callBothWays(callPath),
    stop: () => program.stop(),
  }
}
