import { hash } from 'node:crypto'

import { openFeatureReason, type Evaluation } from '#shared/flags/evaluation/index.ts'
import {
  missingKey,
  remoteResult,
  type EvaluatedClientFeature,
  type RemoteResult,
} from '../remote-evaluation/remote-result.ts'
import type { FrontendToggle } from '#shared/clients/schemas/client.ts'

/** JSON of a flag in one of its states, with a digest that stands for it in ETags. */
export interface DigestedText {
  readonly json: string
  /** Length of the JSON in bytes. */
  readonly size: number
  readonly digest: Digest
}

/** The first 128 bits of a SHA-1. */
export type Digest = readonly [number, number, number, number]

/** A result of a flag as the frontend API answers it. The texts are made once, and joined for each answer. */
export class ToggleText {
  readonly #evaluation: Evaluation
  readonly #feature: EvaluatedClientFeature
  #plain: DigestedText | undefined
  #reasoned: DigestedText | undefined
  #remote: DigestedText | undefined
  #missingKey: DigestedText | undefined

  constructor(evaluation: Evaluation, feature: EvaluatedClientFeature) {
    this.#evaluation = evaluation
    this.#feature = feature
  }

  get plain(): DigestedText {
    return (this.#plain ??= digest(this.#toggle()))
  }

  /** The same with the reason, for those who ask for it (docs/architecture.md#reasons). */
  get reasoned(): DigestedText {
    return (this.#reasoned ??= digest({
      ...this.#toggle(),
      reason: this.#evaluation.reason,
      openFeatureReason: openFeatureReason(this.#evaluation, this.#feature),
    }))
  }

  /** The same for the OpenFeature Remote Evaluation Protocol (ADR 53). */
  get remote(): DigestedText {
    return (this.#remote ??= digest(this.remoteResult))
  }

  get remoteResult(): RemoteResult {
    return remoteResult(this.#evaluation, this.#feature)
  }

  /** The error of that protocol for a flag that needs to know the user. */
  get missingKey(): DigestedText {
    return (this.#missingKey ??= digest(this.missingKeyResult))
  }

  get missingKeyResult(): RemoteResult {
    return missingKey(this.#feature)
  }

  /** The published properties, in the order of their schema: nothing selects them later. */
  #toggle(): FrontendToggle {
    const { name, enabled, variant } = this.#evaluation
    const { payload } = variant
    return {
      name,
      enabled,
      impressionData: this.#feature.impressionData ?? false,
      variant: {
        name: variant.name,
        enabled: variant.enabled,
        ...(payload ? { payload: { type: payload.type, value: payload.value } } : {}),
        feature_enabled: variant.feature_enabled,
        featureEnabled: variant.featureEnabled,
      },
    }
  }
}

function digest(toggle: FrontendToggle | RemoteResult): DigestedText {
  const json = JSON.stringify(toggle)
  const bytes = hash('sha1', json, 'buffer')
  return {
    json,
    size: Buffer.byteLength(json),
    digest: [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)],
  }
}
