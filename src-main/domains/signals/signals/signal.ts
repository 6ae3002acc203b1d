import type { SignalOutcome } from '#shared/signals/rules/index.ts'
import type { FoundSignal, Signal, SignalHeaders, SignalProof } from '#shared/signals/schemas/signal.ts'

/** A signal as it is kept. The payload is whatever JSON was sent. */
export interface StoredSignal {
  id: number
  source: 'signal-endpoint'
  /** The endpoint. */
  sourceId: number
  sourceTokenId: number | null
  tokenName: string | null
  payload: unknown
  headers: SignalHeaders
  /** Proof of its sender; null: a person sent it from here, or a former version stored it. */
  proof: SignalProof | null
  createdAt: string
  processed: boolean
  outcome: SignalOutcome | null
  /** Id of the signal that this one replays. */
  replayOf: number | null
  /** User who sent or replayed it from the workbench. */
  sentByUserId: number | null
  sentBy: string | null
}

/** A signal that comes in: not yet seen by the actions. */
export type NewSignal = Pick<StoredSignal, 'sourceId' | 'payload' | 'createdAt'> &
  Partial<
    Pick<
      StoredSignal,
      'sourceTokenId' | 'tokenName' | 'headers' | 'proof' | 'replayOf' | 'sentByUserId' | 'sentBy'
    >
  >

/** Facts of an accepted request that the checks of its sender are made of. */
export interface AcceptedFacts {
  proof: SignalProof
  /** Header by which the sender was known. */
  header: string
  /** Time that the sender signed. */
  timestamp: string | undefined
  bytes: number | null
}

/** Part of a signal that its sender is answered with. */
export type AnsweredSignal = Pick<
  StoredSignal,
  'id' | 'source' | 'sourceId' | 'sourceTokenId' | 'createdAt' | 'payload'
>

/** Builds the signal as in the response to its sender (docs/contract/signals.md#records). */
export function toSignal({
  id,
  source,
  sourceId,
  createdAt,
  sourceTokenId,
  payload,
}: AnsweredSignal): Signal {
  return { id, source, sourceId, createdAt, createdBySourceTokenId: sourceTokenId, payload }
}

/** Builds the signal as published lists have it (docs/contract/signals.md#records). */
export const toListed = ({ id, source, sourceId, createdAt, payload, tokenName }: FoundSignal) => ({
  ...{ id, source, sourceId, createdAt, payload, tokenName },
})
