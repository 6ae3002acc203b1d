import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import path from 'node:path'

import { root } from '#support/runner/root.ts'
import type { RecordedAnswer } from '../bench/bare-server.ts'
import type { Target } from '../bench/load.ts'
import { startProcess, type StartedProcess } from '../bench/start-process.ts'

/** Headers that a server writes by itself for each answer. */
const ITS_OWN = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']

/** A bare Fastify server: it knows the answer before it is asked, checks nothing and counts nothing. */
export interface BareSide extends StartedProcess {
  target: Target
}

/** Starts a bare server that sends what a side answers to a request, bytes and headers. */
export async function startBare(asked: Target, folder: string): Promise<BareSide> {
  const [address = ''] = asked.path(0).split('?')
  const file = path.join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify([await recordOf(asked, address)]))
  const script = path.join(root, 'test/performance/bench/bare-server.ts')
  const server = await startProcess(['--max-semi-space-size=4', script, file])
  return { ...server, target: { ...asked, url: server.url } }
}

/** Asks without decoding: `fetch` would take the compression off. */
async function recordOf(
  { url, method, path: pathOf, headers, body }: Target,
  address: string,
): Promise<RecordedAnswer> {
  const answered = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request(url + pathOf(0), { method, headers, agent: false }, resolve)
    request.once('error', reject)
    request.end(body?.(0))
  })
  const bytes = await buffer(answered)
  const kept = Object.entries(answered.headers).filter(([name]) => !ITS_OWN.includes(name))
  return {
    ...{ method, path: address, status: answered.statusCode ?? 0 },
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...{ body: bytes.toString('base64'), encoding: 'base64' },
  }
}
