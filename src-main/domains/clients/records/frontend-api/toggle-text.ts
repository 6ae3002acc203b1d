import { hash } from 'node:crypto'

import {
  openFeatureReason,
  type EvaluatedFeature,
  type Evaluation,
} from '../../../../../src-shared/flags/evaluation/index.ts'
import type { FrontendToggle } from '../../../../../src-shared/clients/schemas/client.ts'

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
  readonly #feature: EvaluatedFeature
  readonly #impressionData: boolean
  #plain: DigestedText | undefined
  #reasoned: DigestedText | undefined

  constructor(evaluation: Evaluation, feature: EvaluatedFeature & { impressionData?: boolean }) {
    this.#evaluation = evaluation
    this.#feature = feature
    this.#impressionData = feature.impressionData ?? false
  }

  get plain(): DigestedText {
    return (this.#plain ??= digest(this.#toggle()))
  }

  /** The same with the reason, for those who ask for it (ADR 0011). */
  get reasoned(): DigestedText {
    return (this.#reasoned ??= digest({
      ...this.#toggle(),
      reason: this.#evaluation.reason,
      openFeatureReason: openFeatureReason(this.#evaluation, this.#feature),
    }))
  }

  /** The published properties, in the order of their schema: nothing selects them later. */
  #toggle(): FrontendToggle {
    const { name, enabled, variant } = this.#evaluation
    const { payload } = variant
    return {
      name,
      enabled,
      impressionData: this.#impressionData,
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

function digest(toggle: FrontendToggle): DigestedText {
  const json = JSON.stringify(toggle)
  const bytes = hash('sha1', json, 'buffer')
  return {
    json,
    size: Buffer.byteLength(json),
    digest: [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)],
  }
}
