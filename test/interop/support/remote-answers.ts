import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature as Server } from '@openfeature/server-sdk'
import { OpenFeature as Web } from '@openfeature/web-sdk'
import { Unleash } from 'unleash-client'

import type { Place, SdkAnswers } from './sdk-answers.ts'
import type { SeedContext } from './seed-flags.ts'

type Context = Omit<SeedContext, 'currentTime'>
type Value = boolean | string | number | object

/** Value that code names for a flag without one. */
const NONE = 'none'

/** Values of flags for each context: first those that the direct way means, then those of an SDK. */
export type ExpectedValues = ReadonlyMap<string, readonly Value[]>

interface Payload {
  type: string
  value: string
}
interface Varied {
  variants?: readonly { payload?: unknown }[]
}

function valueOf({ type, value }: Payload): Value {
  if (type === 'json') return JSON.parse(value) as object
  return type === 'number' ? Number(value) : value
}

/**
 * Evaluates flags by the Node SDK at a service, and says which values OpenFeature has for the answers (ADR 53): a payload, the
 * default for a flag with payloads that yields none, and else whether the flag is on.
 */
export async function expectedValues(
  { url, token }: Place,
  contexts: readonly Context[],
): Promise<ExpectedValues> {
  const sdk = new Unleash({
    appName: 'interop',
    url: `${url}/api`,
    customHeaders: { Authorization: token },
    disableMetrics: true,
    refreshInterval: 60_000,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => {} },
  })
  sdk.on('warn', () => {})
  try {
    await new Promise((resolve, reject) => {
      sdk.once('synchronized', resolve)
      sdk.once('error', reject)
    })
    return new Map(
      sdk.getFeatureToggleDefinitions().map(({ name, variants, strategies }) => {
        const varied: Varied[] = [{ variants: variants ?? [] }, ...(strategies as Varied[])]
        const hasPayloads = varied.some((one) => one.variants?.some(({ payload }) => payload !== undefined))
        const values = contexts.map((context): Value => {
          const variant = sdk.getVariant(name, { ...context })
          if (variant.enabled && variant.payload) return valueOf(variant.payload)
          return hasPayloads ? NONE : sdk.isEnabled(name, { ...context })
        })
        return [name, values]
      }),
    )
  } finally {
    sdk.destroy()
  }
}

/** Getters that the SDKs for servers and for pages share. */
interface Getters {
  getBooleanValue(flag: string, otherwise: boolean): unknown
  getStringValue(flag: string, otherwise: string): unknown
  getNumberValue(flag: string, otherwise: number): unknown
  getObjectValue(flag: string, otherwise: object): unknown
}

/** Asks as code does that knows of which type a flag is. The default is what the direct way does not say. */
function ask(sdk: Getters, flag: string, expected: Value): unknown {
  if (typeof expected === 'boolean') return sdk.getBooleanValue(flag, !expected)
  if (typeof expected === 'number') return sdk.getNumberValue(flag, -1)
  return typeof expected === 'string' ? sdk.getStringValue(flag, NONE) : sdk.getObjectValue(flag, {})
}

const contextOf = ({ properties, ...fields }: Context) => ({
  targetingKey: fields.userId,
  ...fields,
  ...properties,
})

/** Values as texts, to be compared with those of others. */
export const asAnswers = (values: ExpectedValues): SdkAnswers =>
  new Map([...values].map(([name, all]) => [name, all.map((one) => JSON.stringify(one))]))

/** Evaluates flags in contexts by the OpenFeature SDK for servers, which asks for each of them. */
export async function serverAnswers(
  { url, token }: Place,
  contexts: readonly Context[],
  expected: ExpectedValues,
): Promise<SdkAnswers> {
  await Server.setProviderAndWait(
    new OFREPProvider({ baseUrl: url, headers: [['Authorization', `Bearer ${token}`]] }),
  )
  try {
    const client = Server.getClient()
    const answers = new Map<string, string[]>()
    for (const [flag, values] of expected) {
      const found = await Promise.all(
        values.map(async (value, index) => {
          const context = contextOf(contexts[index] as Context)
          const sdk: Getters = {
            getBooleanValue: (name, otherwise) => client.getBooleanValue(name, otherwise, context),
            getStringValue: (name, otherwise) => client.getStringValue(name, otherwise, context),
            getNumberValue: (name, otherwise) => client.getNumberValue(name, otherwise, context),
            getObjectValue: (name, otherwise) => client.getObjectValue(name, { ...otherwise }, context),
          }
          return JSON.stringify(await ask(sdk, flag, value))
        }),
      )
      answers.set(flag, found)
    }
    return answers
  } finally {
    await Server.close()
  }
}

/** Evaluates flags in contexts by the OpenFeature SDK for pages, which asks for all of them at once. */
export async function webAnswers(
  { url, token }: Place,
  contexts: readonly Context[],
  expected: ExpectedValues,
): Promise<SdkAnswers> {
  const provider = new OFREPWebProvider({
    baseUrl: url,
    headers: [['X-API-Key', token]],
    pollInterval: 0,
    cacheMode: 'disabled',
  })
  const answers = new Map<string, string[]>([...expected.keys()].map((flag) => [flag, []]))
  try {
    const client = Web.getClient()
    for (const [index, context] of contexts.entries()) {
      await Web.setContext(contextOf(context))
      if (index === 0) await Web.setProviderAndWait(provider)
      const sdk: Getters = {
        getBooleanValue: (name, otherwise) => client.getBooleanValue(name, otherwise),
        getStringValue: (name, otherwise) => client.getStringValue(name, otherwise),
        getNumberValue: (name, otherwise) => client.getNumberValue(name, otherwise),
        getObjectValue: (name, otherwise) => client.getObjectValue(name, { ...otherwise }),
      }
      for (const [flag, values] of expected)
        answers.get(flag)?.push(JSON.stringify(await ask(sdk, flag, values[index] ?? NONE)))
    }
    return answers
  } finally {
    await Web.close()
  }
}
