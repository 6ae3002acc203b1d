import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { getImpressions } from '#shared/clients/contract/impressions.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'
import { runExpectations } from '#shared/insight/contract/expectations.ts'
import { ExpectationRun } from '#shared/insight/schemas/expectation.ts'
import { getSignals } from '#shared/signals/contract/signals.ts'
import type { InstanceCalls } from './instance-calls.ts'
import type { AskedAs, EvaluationContext, Evaluations, Impression, Signal } from './test-halyard.ts'

/** Reads what SDKs have reported, and results of flags. */
export class TestFacts {
  readonly #calls: InstanceCalls
  readonly #tokens: { admin: string; frontend: string }

  constructor(calls: InstanceCalls, tokens: { admin: string; frontend: string }) {
    this.#calls = calls
    this.#tokens = tokens
  }

  async evaluations(flag: string): Promise<Evaluations> {
    const answer = await this.#read(`/api/admin/client-metrics/features/${encodeURIComponent(flag)}/raw`)
    const { data } = getRawFeatureMetrics.responses[200].parse(answer)
    const variants = new Map<string, number>()
    for (const hour of data)
      for (const [name, count] of Object.entries(hour.variants ?? {}))
        if (count > 0) variants.set(name, (variants.get(name) ?? 0) + count)
    const counted = data.filter(({ yes, no }) => yes + no > 0)
    return {
      yes: counted.reduce((sum, { yes }) => sum + yes, 0),
      no: counted.reduce((sum, { no }) => sum + no, 0),
      variants: Object.fromEntries(variants),
      applications: [...new Set(counted.flatMap(({ appName }) => appName ?? []))],
    }
  }

  async impressions(flag?: string): Promise<Impression[]> {
    const only = flag === undefined ? '' : `&flag=${encodeURIComponent(flag)}`
    const answer = await this.#read(`/api/admin/impressions?limit=1000${only}`)
    return getImpressions.responses[200].parse(answer).impressions.map((one) => ({
      flag: one.featureName,
      enabled: one.enabled,
      variant: one.variant,
      eventType: one.eventType,
      userId: one.userId,
      sessionId: one.sessionId,
      appName: one.appName,
      environment: one.environment,
      context: one.context,
    }))
  }

  async signals(endpoint?: string): Promise<Signal[]> {
    const answer = await this.#read('/api/admin/signals?limit=100')
    return getSignals.responses[200]
      .parse(answer)
      .signals.filter(({ sourceName }) => endpoint === undefined || sourceName === endpoint)
      .map(({ id, sourceName, createdAt, payload }) => ({ id, endpoint: sourceName, createdAt, payload }))
  }

  /** Name of the variant; null: on, without one; undefined: off. */
  async result(
    flag: string,
    context: EvaluationContext = {},
    { token = this.#tokens.frontend, overlay }: AskedAs = {},
  ): Promise<string | null | undefined> {
    const headers: Record<string, string> = overlay === undefined ? {} : { 'x-halyard-overlay': overlay }
    const answer = await this.#calls.call(token, 'POST', '/api/frontend', { context }, headers)
    const { toggles } = getFrontendFeatures.responses[200].parse(answer)
    const found = toggles.find(({ name }) => name === flag)
    if (!found) return undefined
    return found.variant?.enabled ? found.variant.name : null
  }

  /** Checks the expectations of the instance, or those given. */
  async run(expectations?: readonly object[]): Promise<ExpectationRun> {
    const { method, path } = runExpectations
    const body = expectations === undefined ? {} : { expectations }
    return ExpectationRun.parse(await this.#calls.call(this.#tokens.admin, method, path, body))
  }

  #read(path: string): Promise<unknown> {
    return this.#calls.call(this.#tokens.admin, 'GET', path)
  }
}
