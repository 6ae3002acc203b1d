import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { EdgeInstanceData } from '#shared/clients/schemas/edge-instance.ts'
import { BulkMetrics } from '#shared/flags/schemas/metrics.ts'
import { addBulk } from '../stages/report-sums.ts'
import { refuseOwnState } from './own-state-answers.ts'

/** Answer of a stand-in to one report. */
export interface StandInAnswer {
  /** Status; `cut`: none, as the connection breaks once the report is there; `never`: none at all. */
  status: number | 'cut' | 'never'
  headers?: Record<string, string>
  /** The answer says that it has a body, which is cut. */
  cutsBody?: boolean
}

/** Stands in for a service that SDKs report to: it answers as told, and notes what it has taken. */
export class RecordingUpstream {
  /** Reports that were taken, and the tokens that they came with. */
  readonly taken: (BulkMetrics & { token: string })[] = []
  /** Reports that were answered with an error. */
  readonly refused: BulkMetrics[] = []
  /** Number of reports, taken or not. */
  reports = 0
  /** Answers to the next reports, in turn; then 202. */
  answers: StandInAnswer[] = []
  /** Reports that are not valid to it. */
  refuses: (report: BulkMetrics) => boolean = () => false
  /** Called after each report that it was sent. */
  onReport = () => {}
  /** Reports of mirrors about themselves that were taken, and the tokens that they came with. */
  readonly states: (EdgeInstanceData & { token: string })[] = []
  /** Number and texts of all of them, taken or not. */
  readonly stateTexts: string[] = []
  /** Answers to the next of them, in turn; then `stateStatus`. */
  stateAnswers: StandInAnswer[] = []
  /** Absent: it does not take them, as the open-source service. */
  stateStatus: number | undefined
  /** Called after each of them. */
  onState = () => {}
  /** Number of the state of its flags, which each of them tells; they are on in turn. Absent: all are on, and stay so. */
  generation: number | undefined
  #server: http.Server | undefined
  #port = 0
  readonly #features: readonly object[]

  constructor(features: readonly { name: string; project?: string }[]) {
    this.#features = features.map((one) => ({
      enabled: true,
      project: 'default',
      strategies: [{ name: 'default' }],
      ...one,
    }))
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Sums of what it has taken. */
  get sums(): Record<string, number> {
    const sums = new Map<string, number>()
    for (const one of this.taken) addBulk(sums, one)
    return Object.fromEntries(sums)
  }

  /** Listens, on the same port as before. */
  async start(): Promise<this> {
    const server = http.createServer(this.take)
    this.#server = server
    await new Promise<void>((resolve) => void server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    return this
  }

  /** Answers a request. */
  readonly take: http.RequestListener = (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => this.#answer(request, response, body))
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse, body: string): void {
    if (request.url === '/api/client/metrics/edge') return this.#answerState(request, response, body)
    if (request.url !== '/api/client/metrics/bulk') {
      const etag = `"${this.generation ?? 1}"`
      response.setHeader('etag', etag)
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
      return void response.end(JSON.stringify({ version: 2, features: this.#featuresNow() }))
    }
    this.reports++
    const report = BulkMetrics.parse(JSON.parse(body))
    const told = this.answers.shift() ?? { status: this.refuses(report) ? 400 : 202 }
    const { status } = told
    const isTaken = typeof status === 'string' || status < 300
    if (isTaken) this.taken.push({ ...report, token: request.headers.authorization ?? '' })
    else this.refused.push(report)
    send(response, told)
    this.onReport()
  }

  #featuresNow(): readonly object[] {
    const { generation } = this
    if (generation === undefined) return this.#features
    return this.#features.map((one, place) => ({
      ...one,
      description: String(generation),
      enabled: (generation + place) % this.#features.length === 0,
    }))
  }

  #answerState(request: http.IncomingMessage, response: http.ServerResponse, body: string): void {
    this.stateTexts.push(body)
    // also where it is refused, it has to be one
    const state = EdgeInstanceData.parse(JSON.parse(body))
    const { stateStatus: status } = this
    const told = this.stateAnswers.shift() ?? (status === undefined ? undefined : { status })
    if (told && typeof told.status === 'number' && told.status < 300)
      this.states.push({ ...state, token: request.headers.authorization ?? '' })
    if (told) send(response, told)
    else refuseOwnState(response)
    this.onState()
  }
}

function send(
  response: http.ServerResponse,
  { status, headers = {}, cutsBody = false }: StandInAnswer,
): void {
  if (status === 'cut') response.socket?.destroy()
  else if (cutsBody) {
    response.writeHead(Number(status), { ...headers, 'content-length': '10' }).write('abc')
    response.socket?.end()
  } else if (status !== 'never') response.writeHead(status, headers).end()
}
