import { Worker } from 'node:worker_threads'

import type { FolderScan, FolderScans, ScanRequest } from './folder-scans.ts'

const TIMEOUT_MS = 60_000
/** The worker keeps what it knows of files for so long after a scan. */
const IDLE_MS = 10 * 60_000
const MAX_WAITING = 10
const MAX_WORKER_MB = 512

interface Options {
  /** The built worker; undefined: scans run in this thread, as in tests from source. */
  workerFile?: string | undefined
  timeoutMs?: number
  idleMs?: number
}

/** Scan that did not come to an end, with the reason for people. */
export class ScanFailed extends Error {}

/** Scans folders in a worker thread, one request at a time. */
export class CodeScanner {
  readonly #workerFile: string | undefined
  readonly #timeoutMs: number
  readonly #idleMs: number
  #here: FolderScans | undefined
  #worker: Worker | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClosed = false

  constructor({ workerFile, timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS }: Options = {}) {
    this.#workerFile = workerFile
    this.#timeoutMs = timeoutMs
    this.#idleMs = idleMs
  }

  /** True while a worker thread is there. */
  get hasWorker(): boolean {
    return this.#worker !== undefined
  }

  /** Scans when earlier requests are done. Throws ScanFailed. */
  async scan(request: ScanRequest): Promise<FolderScan[]> {
    if (this.#waiting >= MAX_WAITING)
      throw new ScanFailed('Other projects are being scanned. Try again in a minute.')
    this.#waiting += 1
    const scan = this.#last.then(() => this.#scanNow(request))
    this.#last = scan.catch(() => undefined)
    return scan.finally(() => (this.#waiting -= 1))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  async #scanNow(request: ScanRequest): Promise<FolderScan[]> {
    if (this.#isClosed) throw new ScanFailed('Halyard is closing.')
    if (this.#workerFile === undefined) return this.#scanHere(request)
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start(this.#workerFile))
    worker.ref()
    try {
      return await this.#answerOf(worker, request)
    } catch (error) {
      await this.#stop()
      throw error
    } finally {
      worker.unref()
      this.#idle = setTimeout(() => void this.#stop(), this.#idleMs).unref()
    }
  }

  async #scanHere(request: ScanRequest): Promise<FolderScan[]> {
    // on first use: a service with a worker never needs it
    const { FolderScans: Scans } = await import('./folder-scans.ts')
    this.#here ??= new Scans()
    return this.#here.scan(request)
  }

  #start(file: string): Worker {
    return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_WORKER_MB } })
  }

  #answerOf(worker: Worker, request: ScanRequest): Promise<FolderScan[]> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      }
      const fail = (text: string) => {
        settle()
        reject(new ScanFailed(text))
      }
      const onMessage = (scans: FolderScan[]) => {
        settle()
        resolve(scans)
      }
      const onError = (error: Error) => fail(`The scan failed: ${error.message}`)
      const onExit = () => fail('The scan ended early.')
      const tooLong = `The scan was stopped after ${this.#timeoutMs / 1000} seconds. Choose folders with less in them.`
      const timer = setTimeout(() => fail(tooLong), this.#timeoutMs)
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.postMessage(request)
    })
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    // an error that comes after the end has no listener of its own, and would end the process
    worker?.on('error', () => undefined)
    await worker?.terminate()
  }
}
