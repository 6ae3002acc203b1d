import { Unleash } from 'unleash-client'
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'

import type { SeedContext } from './seed-flags.ts'

/** Answers of an SDK: of each flag, for each context, its state and its variant. */
export type SdkAnswers = ReadonlyMap<string, readonly string[]>

interface Place {
  url: string
  token: string
}

/** Evaluates flags in contexts by the Node SDK. */
export async function nodeAnswers(
  { url, token }: Place,
  contexts: readonly SeedContext[],
): Promise<SdkAnswers> {
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
