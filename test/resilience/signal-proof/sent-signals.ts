/** Delivery that a sender sends until it is answered, and now and then again. */
export interface Delivery {
  sender: number
  /** Number in the order in which its sender sends. */
  n: number
  /** True if its sender says an earlier time than that of the one before. */
  isOld: boolean
  /** Id of the signal that was answered; undefined: none yet. */
  answered?: number
}

/** Ledger of all deliveries: what was sent, and what was answered. */
export class SentSignals {
  readonly #deliveries: Delivery[][]
  /** Answers that contradict an earlier one of the same delivery. */
  readonly contradictions: string[] = []
  acknowledged = 0
  repeated = 0

  constructor(senders: number) {
    this.#deliveries = Array.from({ length: senders }, () => [])
  }

  /** Begins a delivery of a sender. */
  begin(sender: number, isOld: boolean): Delivery {
    const own = this.of(sender)
    const delivery: Delivery = { sender, n: own.length, isOld }
    own.push(delivery)
    return delivery
  }

  of(sender: number): Delivery[] {
    return this.#deliveries[sender] ?? []
  }

  get all(): readonly (readonly Delivery[])[] {
    return this.#deliveries
  }

  /** Notes an answer with 200. */
  acknowledge(delivery: Delivery, id: number): void {
    if (delivery.answered === undefined) {
      delivery.answered = id
      this.acknowledged += 1
    } else if (delivery.answered !== id)
      this.contradictions.push(`${nameOf(delivery)} was answered as signal ${delivery.answered} and as ${id}`)
    else this.repeated += 1
  }
}

/** Name of a delivery, which is its id too. */
export const nameOf = ({ sender, n }: Pick<Delivery, 'sender' | 'n'>): string => `${sender}-${n}`
