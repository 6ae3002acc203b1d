// `npm run bench`, second part: waiting times of users with many flags. Importing, searching, the playground.
import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { makeFile } from './import-file.ts'
import { FRONTEND_TOKEN, LIMITS, runBench, serveFrom, TOKENS } from './instance.ts'
import { measureLatency, send, type Latency, type Request } from './latency.ts'
import { machine, print, row } from './report.ts'
import { PASSWORD, signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const SEARCH = '/api/admin/search/features'
const PLAYGROUND = '/api/admin/playground'
const CONTEXT = { appName: 'bench', properties: { country: 'no' } }

/**
 * The instance grows within one project, so 1,000 flags are measured first. The seconds of importing cover
 * the requests only.
 */
async function main(folder: string): Promise<void> {
  const { url, stop } = await startProcess(serveFrom(folder), {
    ...LIMITS,
    ...TOKENS,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const person = { cookie: await signIn(url) }
  print(`\n${machine()}, one caller\n`)

  const chunks = await importFlags(url, person, 0, 1000)
  print(row(['with 1,000 flags', 'median ms', 'p95 ms']))
  await report(url, playgroundRequests(person), 20)
  await report(url, frontendRequests(), 200)

  chunks.push(...(await importFlags(url, person, 1000, 4000)))
  const more = await importFlags(url, person, 5000, 5000)
  print(`\n${row(['with 10,000 flags', 'median ms', 'p95 ms'])}`)
  await report(url, searchRequests(person), 50)

  print(`\n${row(['importing, chunks of 100', 'seconds', 'flags/s', 'slowest, ms'])}`)
  print(importRow('the first 5,000', chunks))
  print(importRow('another 5,000', more))
  await stop()
}

/** Imports in parts, as the dialog does, one after the other. Returns the milliseconds of each part. */
async function importFlags(
  url: string,
  headers: Request['headers'],
  from: number,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  for (const data of toChunks(makeFile(from, count))) {
    const body = { project: 'default', environment: 'development', data }
    const begun = performance.now()
    await send(url, { path: '/api/admin/features-batch/import', headers, body })
    times.push(performance.now() - begun)
  }
  return times
}

function importRow(name: string, chunks: readonly number[]): string {
  const seconds = chunks.reduce((sum, time) => sum + time, 0) / 1000
  const rate = (chunks.length * 100) / seconds
  return row([name, seconds.toFixed(1), rate.toFixed(0), Math.max(...chunks).toFixed(0)])
}

function playgroundRequests(headers: Request['headers']): Record<string, Request> {
  const projects = ['default']
  const basic = { environment: 'development', projects, context: { ...CONTEXT, userId: '7' } }
  const advanced = { environments: ['development', 'production'], projects }
  return {
    playground: { path: PLAYGROUND, headers, body: basic },
    'playground, advanced, 2 environments': {
      path: `${PLAYGROUND}/advanced`,
      headers,
      body: { ...advanced, context: { ...CONTEXT, userId: '7' } },
    },
    '  the same for 2 users': {
      path: `${PLAYGROUND}/advanced`,
      headers,
      body: { ...advanced, context: { ...CONTEXT, userId: '7,8' } },
    },
  }
}

const frontendRequests = (): Record<string, Request> => ({
  'frontend evaluation': {
    path: '/api/frontend?userId=7&properties[country]=no',
    headers: { authorization: FRONTEND_TOKEN },
  },
})

/** Requests the list of flags as the window does. */
function searchRequests(headers: Request['headers']): Record<string, Request> {
  const queries = {
    'search, first 50': '',
    'search, a word in 1,111 flags': 'query=flag-7',
    'search, a word in none': 'query=nowhere',
    'search, of a type': 'type=IS:experiment',
    'search, with a tag': 'tag=INCLUDE:simple:team-7',
    'search, by name descending': 'sortBy=name&sortOrder=desc',
    'search, from 9,900 on': 'offset=9900',
  }
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, { path: `${SEARCH}?limit=50&${query}`, headers }]),
  )
}

async function report(url: string, requests: Record<string, Request>, count: number): Promise<void> {
  for (const [name, request] of Object.entries(requests))
    print(latencyRow(name, await measureLatency(url, request, count)))
}

const latencyRow = (name: string, { median, p95 }: Latency) => row([name, median.toFixed(1), p95.toFixed(1)])

await runBench(main)
