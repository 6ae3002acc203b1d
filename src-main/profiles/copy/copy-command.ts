import { existsSync, readdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'

import type { CopyProof, CopyRecord } from '#shared/desktop/copies.ts'
import { openItemConflicts } from '#shared/transfer/scenario/merge-items.ts'
import {
  COULD_NOT_RUN,
  OK,
  printError,
  printLine,
  readOr,
  USAGE_ERROR,
  type CliFiles,
} from '../../cli/cli-output.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '../../app/create-backend.ts'
import { toInstance } from '../../cli/instance-request.ts'
import { readWasm } from '../../app/read-wasm.ts'
import { AppError } from '#kernel/app-error.ts'
import { createLogger } from '#kernel/logger.ts'
import { connectLocally } from '../local-connection.ts'
import { connectToOriginal } from '../original/original-connection.ts'
import { signInToOriginal } from '../check-credentials.ts'
import type { PromotionInstance } from '../promotion/side.ts'
import { remoteConnections, signInRemotely } from '../remote-sign-in.ts'
import {
  fillCopy,
  mergeNow,
  planUpdate,
  proveCopy,
  baseOf,
  readSource,
  recordCopy,
  updateCopy,
  versionOf,
  type CopySides,
  type Making,
  type SourceState,
} from './copy-instance.ts'
import { readBase } from './copy-base.ts'
import { readCopyRecord, writeCopyRecord } from './copy-record.ts'
import { COPY_USAGE, readCopyOptions, type CopyOptions } from './copy-options.ts'

/** Statuses of a copy whose answers differ, and of an update that needs a decision. */
const DIFFERS = 3
const HAS_CONFLICTS = 4

/** `halyard copy`. Returns the exit status. Throws what keeps it from a good end. */
export async function runCopy(args: readonly string[], files: CliFiles): Promise<number> {
  const options = readOr(() => readCopyOptions(args, process.env), COPY_USAGE)
  if (options === undefined) return USAGE_ERROR
  try {
    const former = readCopyRecord(options.dataDir)
    const status = await (former ? update(options, former, files) : copyAnew(options, files))
    return status
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    printError(error.message)
    return COULD_NOT_RUN
  }
}

/** Makes a copy beside its place, and puts it there when it is whole. */
async function copyAnew(options: CopyOptions, files: CliFiles): Promise<number> {
  const { dataDir } = options
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty, and no copy of another instance.`)
  const beside = `${dataDir}.copying`
  await rm(beside, { recursive: true, force: true })
  try {
    const record = await inFolder(beside, options, files, async (sides, making) => {
      const state = await readSource(sides, making)
      await fillCopy(sides.copy, state, making)
      return conclude(beside, options, { sides, state, making })
    })
    await rm(dataDir, { recursive: true, force: true })
    renameSync(beside, dataDir)
    return account(options, record)
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
}

async function update(options: CopyOptions, former: CopyRecord, files: CliFiles): Promise<number> {
  const { dataDir, conflicts, from } = options
  if (former.source.url !== from)
    throw new Error(`${dataDir} is a copy of ${former.source.url}. Use that address, or another folder.`)
  return inFolder(dataDir, options, files, async (sides, making) => {
    const plan = await planUpdate(sides, await readBase(dataDir), making)
    const choices = { choices: [], ...(conflicts ? { conflicts } : {}) }
    const merged = await mergeNow(sides.copy, plan, choices, making.signal)
    const open = openItemConflicts(merged)
    if (open.length > 0) {
      printError(
        `Both sides changed these since the last copy. Use --conflicts mine or theirs.\n${open.join('\n')}`,
      )
      return HAS_CONFLICTS
    }
    writeCopyRecord(dataDir, { ...former, isWhole: false })
    await updateCopy(sides.copy, plan, merged, making)
    return account(options, await conclude(dataDir, options, { sides, state: plan, making }))
  })
}

interface Made {
  sides: CopySides
  state: SourceState
  making: Making
}

async function conclude(
  folder: string,
  { from, isProved }: CopyOptions,
  { sides, state, making }: Made,
): Promise<CopyRecord> {
  const proof = isProved ? await proveCopy(sides, baseOf(state), making) : null
  const version = await versionOf(sides.source, making.signal)
  const kind = sides.source.original ? 'original' : 'remote'
  // the command line has no profiles: the app finds the source by its address
  const source = { id: 'home', name: new URL(from).host, url: from, kind } as const
  await recordCopy(folder, { source, version, state, proof })
  const record = readCopyRecord(folder)
  if (!record) throw new Error(`The account of the copy in ${folder} cannot be read.`)
  return record
}

async function inFolder<T>(
  folder: string,
  options: CopyOptions,
  { wasmFile }: CliFiles,
  work: (sides: CopySides, making: Making) => Promise<T>,
): Promise<T> {
  const source = await sourceAt(options)
  const config = readConfig({ dataDir: folder }, {})
  const backend = await createBackend({
    config,
    wasm: await readWasm(wasmFile),
    logger: createLogger('error'),
  })
  try {
    const copy = { name: 'The copy', connection: connectLocally(backend, folder) }
    return await work({ source, copy }, { signal: new AbortController().signal, onProgress: sayRarely() })
  } finally {
    await backend.close()
  }
}

/** Connects to the instance: a Halyard answers the calls of windows, another service its published contract. */
async function sourceAt({ from: url, token }: CopyOptions): Promise<PromotionInstance> {
  const outbound = toInstance()
  const credentials = { kind: 'token', token } as const
  const name = new URL(url).host
  try {
    await signInRemotely(url, credentials, outbound)
    const { connectRemotely } = await remoteConnections()
    return {
      name,
      connection: connectRemotely({ url, outbound, credentials: () => ({ authorization: token }) }),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await signInToOriginal(url, credentials, outbound)
    const connection = connectToOriginal({ url, outbound, token: () => token })
    return { name, connection, original: true }
  }
}

const STEP = 1000

/** Says how far a copy is: at the beginning of each part, and within long ones. */
function sayRarely(): Making['onProgress'] {
  let said = ''
  return (phase, doing, done, of) => {
    const now = `${phase} ${doing} ${Math.floor(done / STEP)}`
    if (now === said) return
    said = now
    printError(`${phase} ${doing.toLowerCase()}: ${done} of ${of}`)
  }
}

function account({ json, dataDir }: CopyOptions, record: CopyRecord): number {
  const { proof } = record
  if (json) printLine(JSON.stringify(record, null, 2))
  else {
    const counts = Object.entries(record.counts).filter(([, count]) => count > 0)
    printLine(`Copied to ${dataDir}: ${counts.map(([list, count]) => `${count} ${list}`).join(', ')}.`)
    for (const { what, why } of record.leftOut) printLine(`Left out: ${what}. ${why}`)
    if (proof) for (const line of linesOf(proof)) printLine(line)
  }
  return proof && proof.equal < proof.compared ? DIFFERS : OK
}

const linesOf = ({
  compared,
  equal,
  contexts,
  environments,
  different,
  notCompared,
}: CopyProof): string[] => [
  `${equal} of ${compared} answers are equal: ${contexts} contexts in ${environments.join(', ')}.`,
  ...different.map(
    ({ flag, environment, theirs, mine }) => `${flag} in ${environment}: ${theirs} there, ${mine} here`,
  ),
  ...notCompared.map(({ what, why }) => `Not compared: ${what}. ${why}`),
]
