import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { Operation, Result } from '#shared/contract/index.ts'
import type { ItemIds } from '#domains/transfer/scenario/item-ids.ts'
import type { FlagActs, FlagPlace } from '#domains/transfer/scenario-steps/step-performer.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import { ask, type PromotionInstance } from '../side.ts'
import { readerOf, type Reader } from './ask-original.ts'
import { Flag } from './original-shapes.ts'
import { inTheirOrder } from './to-scenario-flag.ts'

/** Performs the operations of a step at a service, one request after the other. */
export class OriginalActs implements FlagActs {
  readonly ids: ItemIds
  readonly #side: PromotionInstance
  readonly #signal: AbortSignal
  readonly #read: Reader
  #written = 0

  constructor(side: PromotionInstance, ids: ItemIds, signal: AbortSignal) {
    this.ids = ids
    this.#side = side
    this.#signal = signal
    this.#read = readerOf(side, signal)
  }

  /** Number of writes that the service has accepted. */
  get written(): number {
    return this.#written
  }

  readonly perform = async <O extends Operation>(
    { operationId }: O,
    input: RawRequest,
  ): Promise<Result<O>> => {
    const path = operationId as OperationId
    const answer = await ask(this.#side, { path, type: 'mutation', input, signal: this.#signal })
    this.#written += 1
    return answer as Result<O>
  }

  async linksOf(place: FlagPlace) {
    const { links } = await this.#flag(place)
    return (links ?? []).map(({ id, url, title }) => ({ id: id ?? '', url, title: title ?? null }))
  }

  async strategiesOf({ environment, ...place }: FlagPlace & { environment: string }) {
    const { environments } = await this.#flag(place)
    const strategies = environments.find(({ name }) => name === environment)?.strategies ?? []
    return inTheirOrder(strategies).map((one) => ({ ...one, id: one.id ?? '' }))
  }

  #flag({ projectId, featureName }: FlagPlace) {
    const params = { projectId, featureName }
    return this.#read('getFeature', Flag, { params, query: { variantEnvironments: true } })
  }
}
