import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, opendir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { messageOf } from '#shared/errors/message-of.ts'
import { asJson } from './instance-request.ts'

/** Result of sending a payload: stored, refused for what it is, or to be sent again later. */
export type SendResult =
  { kind: 'stored'; text: string } | { kind: 'refused'; reason: string } | { kind: 'later'; reason: string }

export interface FolderOptions {
  folder: string
  send: (payload: string, id: string) => Promise<SendResult>
  stop: AbortSignal
  say: (line: string) => void
  warn: (line: string) => void
  /** Time between two looks at the folder. A file that did not change in between is complete. */
  everyMs?: number
  /** First wait after a result that is to be sent again; each further one is twice as long. */
  laterMs?: number
}

const EVERY_MS = 1000
const LATER_MS = 1000
const MAX_LATER_MS = 60_000
/** Files that one look considers. */
const MAX_LISTED = 10_000
/** Bytes of a file: an endpoint takes less, unless its limit was changed. */
const MAX_BYTES = 1_000_000

const SENT = 'sent'
const REFUSED = 'refused'

/** Size and time of change, by which a file is known to be the same as before. */
type Look = string

/**
 * Sends each JSON file that appears in a folder, in the order of names, until it is told to stop. A file is moved only once its signal is
 * stored or refused; its id follows from its name and its content, so that one that is sent again is stored once.
 */
export async function watchFolder(options: FolderOptions): Promise<void> {
  const { folder, stop, everyMs = EVERY_MS } = options
  for (const name of [SENT, REFUSED]) await mkdir(path.join(folder, name), { recursive: true })
  let before: ReadonlyMap<string, Look> = new Map()
  while (!stop.aborted) {
    const now = await lookAt(folder)
    for (const [name, look] of now) {
      if (stop.aborted) return
      if (before.get(name) === look) await sendFile(options, name, look)
    }
    before = now
    await pause(everyMs, stop)
  }
}

const pause = (ms: number, stop: AbortSignal) =>
  setTimeout(ms, undefined, { signal: stop }).catch(() => undefined)

/** Lists the JSON files of a folder by name. Files without content are not yet written. */
async function lookAt(folder: string): Promise<Map<string, Look>> {
  const names: string[] = []
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !entry.name.endsWith('.json') || entry.name.startsWith('.')) continue
    names.push(entry.name)
    if (names.length === MAX_LISTED) break
  }
  const looks = new Map<string, Look>()
  for (const name of names.sort()) {
    const look = await lookOf(path.join(folder, name))
    if (look !== undefined) looks.set(name, look)
  }
  return looks
}

async function lookOf(file: string): Promise<Look | undefined> {
  // somebody may take the file away meanwhile
  const found = await lstat(file).catch(() => undefined)
  return found?.isFile() && found.size > 0 ? `${found.size} ${found.mtimeMs} ${found.ino}` : undefined
}

async function sendFile(options: FolderOptions, name: string, look: Look): Promise<void> {
  const { folder, send, say, warn, stop, laterMs = LATER_MS } = options
  const file = path.join(folder, name)
  const [size = '0'] = look.split(' ')
  if (Number(size) > MAX_BYTES)
    return refuse(options, name, `The file has ${size} bytes; at most ${MAX_BYTES} are sent.`)
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    warn(`${name}: cannot be read: ${messageOf(error)}`)
    return undefined
  })
  if (content === undefined) return
  if (asJson(content) === undefined) return refuse(options, name, 'The file is not JSON.')
  const digest = createHash('sha256').update(`${name}\0${content}`).digest('hex')
  for (let wait = laterMs; ; wait = Math.min(2 * wait, MAX_LATER_MS)) {
    const result = await send(content, `file-${digest}`)
    if (result.kind === 'refused') return refuse(options, name, result.reason)
    if (result.kind === 'stored') {
      // what was written meanwhile is another signal
      if ((await lookOf(file)) !== look) return
      await moveTo(folder, SENT, { name, digest })
      return say(`${name}: ${result.text}`)
    }
    warn(`${name}: ${result.reason} It is sent again in ${Math.ceil(wait / 1000)} s.`)
    await pause(wait, stop)
    // the file stays for the next start
    if (stop.aborted) return
  }
}

/** Moves a file to the refused ones. The reason is there first, so that no file is there without it. */
async function refuse({ folder, warn }: FolderOptions, name: string, reason: string): Promise<void> {
  const digest = createHash('sha256').update(`${name} ${Date.now()}`).digest('hex')
  const place = freeName(path.join(folder, REFUSED), { name, digest })
  await writeFile(path.join(folder, REFUSED, `${place}.txt`), `${reason}\n`)
  await rename(path.join(folder, name), path.join(folder, REFUSED, place)).catch(ignoreMissing)
  warn(`${name}: refused: ${reason}`)
}

async function moveTo(folder: string, place: string, named: NamedFile): Promise<void> {
  const target = path.join(folder, place, freeName(path.join(folder, place), named))
  await rename(path.join(folder, named.name), target).catch(ignoreMissing)
}

interface NamedFile {
  name: string
  digest: string
}

/** Another file of the same name may have been moved before. */
const freeName = (folder: string, { name, digest }: NamedFile): string =>
  existsSync(path.join(folder, name)) ? `${path.basename(name, '.json')}-${digest.slice(0, 12)}.json` : name

/** Another command may watch the same folder. */
function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
