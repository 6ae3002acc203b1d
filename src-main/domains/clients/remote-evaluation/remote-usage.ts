import type { Actor, TokenScope } from '#kernel/caller.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import { hourOf } from '#domains/flags/metrics/feature-metrics.read-model.ts'
import type { Evaluation } from '#shared/flags/evaluation/index.ts'

/** Application of evaluations whose context names none, or one too many. */
export const UNNAMED_APP = 'openfeature'
/** Names of applications counted in an hour. Contexts choose them, and each is a row per flag. */
export const MAX_APPS = 100
export const MAX_NAME = 100

/** Evaluation of a flag for a caller. */
export interface Use {
  readonly evaluation: Pick<Evaluation, 'name' | 'enabled'> & {
    readonly variant: Pick<Evaluation['variant'], 'name' | 'enabled'>
  }
  readonly appName: string | undefined
  readonly scope: TokenScope
  readonly audiences: readonly string[]
  readonly now: Date
  /** Number of such evaluations; absent: one. */
  readonly count?: number
}

/** Takes evaluations of single flags, to count them. */
export interface UsageSink {
  note(actor: Actor, use: Use): void
}

/** Counts evaluations of single flags by OpenFeature's protocol, as its providers send no metrics. */
export class RemoteUsage implements UsageSink {
  readonly #metrics: MetricsBuffer
  readonly #apps = new Set<string>()
  #hour = ''

  constructor(metrics: MetricsBuffer) {
    this.#metrics = metrics
  }

  /** Counts an evaluation for a token of an SDK. People who try a flag are not counted. */
  note(actor: Actor, { evaluation, appName, scope, audiences, now, count = 1 }: Use): void {
    if (actor.kind !== 'backend-token' && actor.kind !== 'frontend-token') return
    const { name: featureName, enabled, variant } = evaluation
    const hour = hourOf(now)
    const flag = {
      featureName,
      appName: this.#nameOf(appName, hour),
      environment: scope.environment,
      hour,
      yes: enabled ? count : 0,
      no: enabled ? 0 : count,
      variants: variant.enabled ? { [variant.name]: count } : undefined,
    }
    const reporter = reporterOf(actor)
    this.#metrics.note({ flags: [flag], impactMetrics: [], reporter, scope, audiences, now })
  }

  #nameOf(appName: string | undefined, hour: string): string {
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#apps.clear()
    }
    if (!appName || appName.length > MAX_NAME) return UNNAMED_APP
    if (!this.#apps.has(appName) && this.#apps.size >= MAX_APPS) return UNNAMED_APP
    this.#apps.add(appName)
    return appName
  }
}
