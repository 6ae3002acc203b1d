import { readFile } from 'node:fs/promises'
import { rmSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { readConfig, type Config } from '#settings/config.ts'
import { removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { createBackend } from '../app/create-backend.ts'
import { readWasm } from '../app/read-wasm.ts'
import { scenarioProblem } from '../cli/cli-output.ts'
import type { ScenarioActs } from '../cli/scenario-acts.ts'
import { createLogger } from '#kernel/logger.ts'
import { assertionsOn } from './assertions.ts'
import { flagInScenario } from './flag-scenario.ts'
import { InstanceCalls } from './instance-calls.ts'
import { MemoryDisk } from './memory-disk.ts'
import { TestFacts } from './test-facts.ts'
import type { FlagSetting, HalyardOptions, OverrideValue, TestHalyard } from './test-halyard.ts'
import { seed } from '#main/app/first-content.ts'
import { systemClock } from '#kernel/clock.ts'
import { systemIds } from '#kernel/ids.ts'
import { DATABASE_FILE, openStore } from '#store/open-store.ts'

/** Paths of the built program's files. */
export interface TestFiles {
  wasmFile: string
  /** The built pages, to look at the instance in a browser. */
  rendererDir?: string
}

const ADMIN = '*:*.halyard-testing'
const backendOf = (environment: string) => `*:${environment}.halyard-testing-backend`
const frontendOf = (environment: string) => `*:${environment}.halyard-testing-frontend`
/** Environments of a new instance; their tokens come with it. */
const SEEDED = ['development', 'production']
/** Name of the snapshot of a test that names none. */
const SNAPSHOT = 'test'
/** Milliseconds between polls and reports of the Node SDK. */
const SDK_MS = 100

/** Creates the folder of an instance in memory, for its lock and its keys. */
const makeFolder = (): string => mkdtempSync(path.join(os.tmpdir(), `halyard-testing-${process.pid}-`))

let seeded: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Puts a new database onto a disk. The first one of a process is made by the migrations; the others are copies. */
async function seedDisk(disk: MemoryDisk, config: Config, wasm: Uint8Array): Promise<void> {
  seeded ??= makeSeeded(config, wasm)
  disk.put(path.join(config.dataDir, DATABASE_FILE), await seeded)
}

async function makeSeeded(config: Config, wasm: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const dataDir = makeFolder()
  try {
    const disk = new MemoryDisk()
    const store = await openStore({ dataDir, wasm, now: () => systemClock.now(), fs: disk.fs })
    try {
      await seed(store, config, systemClock, systemIds)
    } finally {
      await store.close()
    }
    return disk.read(path.join(dataDir, DATABASE_FILE))
  } catch (error) {
    seeded = undefined
    throw error
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts an instance of a test. */
export async function startHalyard(options: HalyardOptions, files: TestFiles): Promise<TestHalyard> {
  const { environment = 'development', project = 'default', scenarioFile } = options
  const dataDir = options.folder ?? makeFolder()
  const remove = () => {
    if (options.folder === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const { backend, url } = await open(dataDir, options, files)
    const stop = async () => {
      await backend.close()
      remove()
    }
    try {
      const apply = (content: object | string, file = 'scenario') => applyTo(backend.scenario, content, file)
      if (options.scenario !== undefined) await apply(options.scenario)
      if (scenarioFile !== undefined) await apply(await readFile(scenarioFile, 'utf8'), scenarioFile)
      const place = { project, environment }
      const setAll = (flags: Record<string, FlagSetting>) =>
        apply({
          scenario: 1,
          flags: Object.entries(flags).map(([name, one]) => flagInScenario(name, one, place)),
        })
      if (!SEEDED.includes(environment)) await apply(tokensOf(environment))
      if (options.flags) await setAll(options.flags)

      const tokens = { admin: ADMIN, backend: backendOf(environment), frontend: frontendOf(environment) }
      const calls = new InstanceCalls(backend.http)
      const facts = new TestFacts(calls, tokens)
      return {
        url,
        tokens,
        nodeSdk: {
          url: `${url}/api`,
          appName: 'tests',
          customHeaders: { Authorization: tokens.backend },
          refreshInterval: SDK_MS,
          metricsInterval: SDK_MS,
          disableMetrics: false,
        },
        browserSdk: {
          url: `${url}/api/frontend`,
          appName: 'tests',
          clientKey: tokens.frontend,
          refreshInterval: 1,
          metricsInterval: 1,
        },
        flags: {
          set: (name, setting) => setAll({ [name]: setting }),
          setAll,
          override: (name, value, audience = 'everybody') =>
            override(calls, place, { name, value, audience }),
          isEnabled: async (name, context, as) => (await facts.result(name, context, as)) !== undefined,
          variant: async (name, context, as) => (await facts.result(name, context, as)) ?? undefined,
        },
        assert: assertionsOn(facts),
        apply: (content, file) => apply(content, file),
        snapshot: async (name = SNAPSHOT) => {
          await calls.call(tokens.admin, 'POST', '/api/admin/snapshots', { name, replace: true })
        },
        restore: async (name = SNAPSHOT) => {
          await calls.call(tokens.admin, 'POST', `/api/admin/snapshots/${encodeURIComponent(name)}/restore`)
        },
        evaluations: (flag) => facts.evaluations(flag),
        impressions: (flag) => facts.impressions(flag),
        signals: (endpoint) => facts.signals(endpoint),
        admin: (method, at, body) => calls.call(tokens.admin, method, at, body),
        stop,
        [Symbol.asyncDispose]: stop,
      }
    } catch (error) {
      await backend.close()
      throw error
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function override(
  calls: InstanceCalls,
  { project: projectId, environment }: Record<'project' | 'environment', string>,
  { name: featureName, value, audience }: { name: string; value: OverrideValue | null; audience: string },
): Promise<void> {
  const params = { projectId, featureName, environment, audience }
  const { method, path } = requestOf(value === null ? removeOverride : setOverride, { params })
  await calls.call(ADMIN, method, path, value === null ? undefined : bodyOf(value))
}

function bodyOf(value: OverrideValue) {
  if (typeof value === 'boolean') return { enabled: value }
  if ('strategies' in value) return { enabled: true, strategies: value.strategies }
  const { variant: name, payload } = value
  const variant = { name, ...(payload === undefined ? {} : { payload: { type: 'string', value: payload } }) }
  return { enabled: true, variant }
}

async function open(dataDir: string, options: HalyardOptions, { wasmFile, rendererDir }: TestFiles) {
  const { folder, port = 0, contract } = options
  const config = readConfig(
    { dataDir, port: String(port), ...(contract === undefined ? {} : { contract }) },
    {
      INIT_ADMIN_API_TOKENS: ADMIN,
      INIT_BACKEND_API_TOKENS: SEEDED.map(backendOf).join(),
      INIT_FRONTEND_API_TOKENS: SEEDED.map(frontendOf).join(),
    },
  )
  const wasm = await wasmOf(wasmFile)
  const disk = new MemoryDisk()
  if (folder === undefined) await seedDisk(disk, config, wasm)
  const backend = await createBackend({
    config,
    wasm,
    logger: createLogger('silent'),
    // a test may ask as often as it wants
    http: { rateLimits: { perMinute: {} } },
    ...(folder === undefined ? { disk: { fs: disk.fs } } : {}),
    ...(rendererDir === undefined ? {} : { rendererDir }),
  })
  try {
    return { backend, url: await backend.listen() }
  } catch (error) {
    await backend.close()
    throw error
  }
}

let wasmRead: Promise<Uint8Array> | undefined
const wasmOf = (file: string): Promise<Uint8Array> => (wasmRead ??= readWasm(file))

async function applyTo(acts: ScenarioActs, content: object | string, file: string): Promise<void> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  try {
    await acts.apply({ text, file })
  } catch (error) {
    const isRejected = error instanceof Error && 'toRecord' in error
    throw isRejected ? new Error(scenarioProblem(error, error.message), { cause: error }) : error
  }
}

const tokensOf = (environment: string) => ({
  scenario: 1,
  apiTokens: [
    { type: 'backend', secret: backendOf(environment) },
    { type: 'frontend', secret: frontendOf(environment) },
  ].map((token) => ({ ...token, tokenName: `halyard-testing-${token.type}`, environment, projects: ['*'] })),
})
