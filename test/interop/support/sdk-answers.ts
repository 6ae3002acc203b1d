import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'

import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { runProgram } from '#support/service/program.ts'
import { loadSdk, type SdkMajor } from '#support/service/sdks.ts'
import type { SeedContext } from './seed-flags.ts'

/** Answers of an SDK: of each flag, for each context, its state and its variant. */
export type SdkAnswers = ReadonlyMap<string, readonly string[]>

export interface Place {
  url: string
  token: string
}

/** Evaluates flags in contexts by the Node SDK of a major version. */
export async function nodeAnswers(
  { url, token }: Place,
  contexts: readonly SeedContext[],
  major: SdkMajor = 6,
): Promise<SdkAnswers> {
  const Unleash = loadSdk(major)
  const sdk = new Unleash({
    appName: 'interop',
    url: `${url}/api`,
    customHeaders: { Authorization: token },
    disableMetrics: true,
    refreshInterval: 60_000,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => {} },
  })
  // strategies that it does not have are off; that is no news
  sdk.on('warn', () => {})
  try {
    await new Promise((resolve, reject) => {
      sdk.once('synchronized', resolve)
      sdk.once('error', reject)
    })
    const names = sdk.getFeatureToggleDefinitions().map(({ name }) => name)
    return new Map(
      names.sort().map((name) => [
        name,
        contexts.map(({ currentTime, ...rest }) => {
          const context = { ...rest, currentTime: new Date(currentTime) }
          return `${sdk.isEnabled(name, context)} ${JSON.stringify(sdk.getVariant(name, context))}`
        }),
      ]),
    )
  } finally {
    sdk.destroy()
  }
}

/** Evaluates flags in contexts by the SDK of pages, which asks the service. Flags that are off are not named. */
export async function frontendAnswers(
  { url, token }: Place,
  contexts: readonly Omit<SeedContext, 'currentTime'>[],
): Promise<SdkAnswers> {
  const sdk = new UnleashClient({
    url: `${url}/api/frontend`,
    clientKey: token,
    appName: 'interop',
    disableMetrics: true,
    refreshInterval: 0,
    fetch,
    storageProvider: new InMemoryStorageProvider(),
  })
  const answers = new Map<string, string[]>()
  try {
    for (const [index, context] of contexts.entries()) {
      await sdk.updateContext({ ...context })
      if (index === 0) await sdk.start()
      for (const { name, enabled, variant } of sdk.getAllToggles()) {
        const known = answers.get(name) ?? contexts.map(() => 'off')
        answers.set(name, known)
        known[index] = `${enabled} ${JSON.stringify(variant)}`
      }
    }
    return answers
  } finally {
    sdk.stop()
  }
}

/** Shows flags in contexts on a page of the SDK for React. */
export async function reactAnswers(
  { url, token }: Place,
  { names, contexts }: { names: readonly string[]; contexts: readonly Omit<SeedContext, 'currentTime'>[] },
): Promise<SdkAnswers> {
  const { folder, remove } = makeTempFolder()
  try {
    const asked = path.join(folder, 'asked.json')
    writeFileSync(asked, JSON.stringify({ names, contexts }))
    const page = path.join(root, 'test/interop/support/react-page.mjs')
    const printed = await runProgram(process.execPath, [page, url, token, asked], { cwd: root })
    return new Map(Object.entries(JSON.parse(printed) as Record<string, string[]>))
  } finally {
    remove()
  }
}

/** Lists what two SDKs answer differently, by flag and context. */
export function differencesOf(one: SdkAnswers, other: SdkAnswers): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort()
  return names.flatMap((name) => {
    const [here = [], there = []] = [one.get(name), other.get(name)]
    return Array.from({ length: Math.max(here.length, there.length) }, (_, index) =>
      here[index] === there[index]
        ? []
        : [`${name}, context ${index}: ${here[index] ?? 'unknown'} and ${there[index] ?? 'unknown'}`],
    ).flat()
  })
}

/** Counts answers, to show that there was something to compare. */
export const countOf = (answers: SdkAnswers): number =>
  [...answers.values()].reduce((total, one) => total + one.length, 0)
