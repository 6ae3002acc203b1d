// `npm run bench`: the service's requests per second, beside a bare Fastify server that sends the same bytes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import type { RecordedAnswer } from './bare-server.ts'
import { measureColdStart } from './cold-start.ts'
import { flagName } from './import-file.ts'
import {
  ADMIN_TOKEN,
  BACKEND_TOKEN,
  FEATURES,
  FRONTEND_TOKEN,
  LIMITS,
  runBench,
  serveFrom,
  TOKENS,
} from './instance.ts'
import { compareRates, type Target } from './load.ts'
import { machine, print, row } from './report.ts'
import { startProcess } from './start-process.ts'

const FLAGS = 1000
const ADMIN = { authorization: ADMIN_TOKEN, 'content-type': 'application/json' }
const BACKEND = { authorization: BACKEND_TOKEN }
const FRONTEND = { authorization: FRONTEND_TOKEN }

async function main(folder: string): Promise<void> {
  const serve = serveFrom(folder)
  const service = await startProcess(serve, { ...LIMITS, ...TOKENS })
  await createFlags(service.url)
  await service.stop()
  const coldStart = await measureColdStart(serve)

  const again = await startProcess(serve, LIMITS)
  const { targets, answers } = await recordAnswers(again.url)
  const recorded = path.join(folder, 'answers.json')
  writeFileSync(recorded, JSON.stringify(answers))
  const bare = await startProcess([path.join(import.meta.dirname, 'bare-server.ts'), recorded])

  print(`${machine()}, ${FLAGS} flags, 8 callers; answers a second\n`)
  print(row(['', 'Halyard', 'bare Fastify', 'ratio']))
  for (const [name, target] of Object.entries(targets)) {
    const path = pathOf(target)
    const other: Target = { ...target, url: bare.url, path: () => path }
    const [ours = 0, theirs = 0] = await compareRates([target, other])
    print(row([name, ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2)]))
  }
  print(`\ncold start to the first /health, headless: ${coldStart.toFixed(0)} ms`)
  await Promise.all([again.stop(), bare.stop()])
}

/**
 * Records the targets to measure. If each request differs, the bare server sends the first one's response to
 * all.
 */
async function recordAnswers(
  url: string,
): Promise<{ targets: Record<string, Target>; answers: RecordedAnswer[] }> {
  const run = Date.now().toString(36)
  const environment = (n: number) => `${FEATURES}/${flagName(n % FLAGS)}/environments/development`
  const writes: Record<string, Target> = {
    'toggling, durable': {
      url,
      method: 'POST',
      path: (n) => `${environment(n)}/${Math.floor(n / FLAGS) % 2 === 0 ? 'on' : 'off'}`,
      headers: { authorization: ADMIN.authorization },
      status: 200,
    },
    'flag creation, durable': {
      url,
      method: 'POST',
      path: () => FEATURES,
      body: (n) => JSON.stringify({ name: `created-${run}-${n}` }),
      headers: ADMIN,
      status: 201,
    },
  }
  const reads: Record<string, Target> = {
    'client features, 200': {
      url,
      method: 'GET',
      path: () => '/api/client/features',
      headers: BACKEND,
      status: 200,
    },
    'frontend evaluation': {
      url,
      method: 'GET',
      path: () => '/api/frontend?userId=7&properties[country]=no',
      headers: FRONTEND,
      status: 200,
    },
  }
  // writes first, because each changes the ETag of the reads
  const answers: RecordedAnswer[] = []
  for (const target of [...Object.values(writes), ...Object.values(reads)]) answers.push(await record(target))
  const etag = answers.find((answer) => answer.headers['etag'] !== undefined)?.headers['etag'] ?? ''
  const unchanged: Target = {
    url,
    method: 'GET',
    path: () => '/api/client/features',
    headers: { ...BACKEND, 'if-none-match': etag },
    status: 304,
  }
  return { targets: { 'client features, 304': unchanged, ...reads, ...writes }, answers }
}

async function record(target: Target): Promise<RecordedAnswer> {
  const { method, headers, body, status } = target
  const response = await fetch(target.url + target.path(FLAGS - 1), {
    method,
    headers,
    ...(body ? { body: body(-1) } : {}),
  })
  if (response.status !== status) throw new Error(`${method} ${pathOf(target)} answers ${response.status}`)
  const kept = [...response.headers].filter(
    ([name]) => !['connection', 'keep-alive', 'date', 'content-length'].includes(name),
  )
  const path = pathOf(target).split('?')[0] ?? ''
  return { method, path, status, headers: Object.fromEntries(kept), body: await response.text() }
}

const pathOf = (target: Target) => target.path(FLAGS - 1)

async function createFlags(url: string): Promise<void> {
  const post = async (at: string, body?: unknown) => {
    const response = await fetch(url + at, {
      method: 'POST',
      headers: body ? ADMIN : { authorization: ADMIN.authorization },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${at}: ${response.status} ${await response.text()}`)
  }
  for (let n = 0; n < FLAGS; n++) {
    const name = flagName(n)
    await post(FEATURES, { name, description: `Flag number ${n}` })
    await post(`${FEATURES}/${name}/environments/development/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: String(n % 101), stickiness: 'userId', groupId: name },
      constraints: [{ contextName: 'country', operator: 'IN', values: ['no', 'se', 'dk'] }],
    })
    await post(`${FEATURES}/${name}/environments/development/on`)
  }
}

await runBench(main)
