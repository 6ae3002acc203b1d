import { readdir, stat } from 'node:fs/promises'
import { availableParallelism, release, totalmem } from 'node:os'
import path from 'node:path'

import { diagnose, examine } from '#shared/clients/doctor/diagnose.ts'
import type { SupportBundle } from '#shared/instance/schemas/support-bundle.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import type { InstanceStatus } from '#domains/instance/instance/instance-status.ts'
import type { SupportServices } from '#domains/instance/support/support-bundle.ts'
import type { RecordingLogger } from '#kernel/logger.ts'
import { ownUsage } from '#runtime/process-family.ts'
import { APP_VERSION } from './app-version.ts'
import type { CommonServices } from './domain.ts'
import type { DomainServices } from './domains.ts'

type Dependencies = Pick<
  DomainServices & CommonServices,
  'databaseInUse' | 'settingsFile' | 'pagesUrl' | 'baseUriPath'
> & {
  status: () => InstanceStatus
  readiness: () => Promise<string | undefined>
  work: () => readonly string[]
  logger: RecordingLogger
}

/** Most entries of the data folder that are listed, and most files of a folder that are counted. */
const MAX_FILES = 200
const MB = 1024 * 1024

/** Makes the reader of facts for bug reports. A part that cannot be read does not keep the others from it. */
export const supportFactsOf =
  (sources: Dependencies): SupportServices['supportFacts'] =>
  async () => {
    const { url, database, maintenance, writable, failure, lagMs, lastDurableAt, dataDir, ...status } =
      sources.status()
    const contract = status.strict ?? status.contractVersion
    const ready = await sources.readiness().catch((error: unknown) => messageOf(error))
    const { settings, problem } = sources.settingsFile.describe(false)
    return {
      process: describeProcess(contract),
      instance: {
        url,
        database,
        maintenance,
        writable,
        failure,
        ready: ready ?? null,
        lagMs,
        lastDurableAt,
        work: [...sources.work()],
      },
      database: await describeDatabase(sources),
      files: await listFiles(dataDir),
      settings: settings.map(({ key, source, value, isSecret, needsRestart }) => ({
        key,
        source,
        value,
        isSecret,
        needsRestart,
      })),
      settingsProblem: problem,
      doctor: findingsOn(sources.pagesUrl(), sources.baseUriPath, contract),
      log: sources.logger.recent?.() ?? [],
    }
  }

function describeProcess(contract: string): SupportBundle['process'] {
  const { electron } = process.versions
  return {
    halyard: APP_VERSION,
    contract,
    node: process.versions.node,
    electron: electron ?? null,
    platform: `${process.platform} ${process.arch}`,
    release: release(),
    cpus: availableParallelism(),
    memoryMb: Math.round(ownUsage().memoryBytes / MB),
    machineMemoryMb: Math.round(totalmem() / MB),
    upSeconds: Math.round(process.uptime()),
  }
}

async function describeDatabase({ databaseInUse }: Dependencies): Promise<SupportBundle['database']> {
  try {
    const { version, durability, sizeBytes, tables } = await databaseInUse()
    return { version, durability, sizeBytes, tables }
  } catch {
    return null
  }
}

/** Says what the doctor finds on the address that SDKs use. */
function findingsOn(url: string, basePath: string, contract: string): string[] {
  const text = `${url}/api`
  const instance = { url, basePath, contract, ports: [] }
  const { subjects } = diagnose(examine(text), { instance, tokens: new Map(), links: new Map() })
  return subjects.flatMap(({ findings }) =>
    findings.map(({ severity, message, advice = '' }) => `${severity}: ${message} ${advice}`.trim()),
  )
}

async function listFiles(folder: string): Promise<SupportBundle['files']> {
  const names = await namesIn(folder)
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const found = await stat(file).catch(() => undefined)
      if (!found?.isDirectory()) return { name, bytes: found?.size ?? 0, files: 1 }
      const within = await namesIn(file)
      const sizes = await Promise.all(
        within.map((one) =>
          stat(path.join(file, one)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      )
      return { name: `${name}/`, bytes: sizes.reduce((sum, size) => sum + size, 0), files: within.length }
    }),
  )
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.sort().slice(0, MAX_FILES),
    () => [],
  )
