import { Address4, Address6 } from 'ip-address'
import semver, { type SemVer } from 'semver'

import { contextValue } from '../context.ts'
import type { EvaluatedFeature, EvaluationContext } from '../model.ts'
import { versionOf } from '../operators.ts'
import type { Evaluation } from '../result.ts'

/** A flag that others depend on. */
export interface CompiledParent {
  readonly feature: EvaluatedFeature
  decide(subject: ParsedContext): { readonly evaluation: Evaluation }
}

/** Data that a compiled evaluation needs beyond the flags. */
export interface RuntimeSources {
  now: Date
  /** Returns a random number in [0, 1). */
  random(): number
  /** For the strategy applicationHostname. */
  hostname?: string
  /** True if the session id was made up for this evaluation. */
  isSessionMadeUp?: boolean
  /** Finds a parent among all flags of the environment. */
  flagOf(name: string): CompiledParent | undefined
}

/** Address of a context, as numbers. */
export type ParsedAddress =
  { version: 4; number: number; bits: number } | { version: 6; number: bigint; bits: number }

const [NO, YES] = [1, 2]

/** Longer texts are no addresses. */
const MAX_ADDRESS_LENGTH = 100

/** Numbers of the fields that compiled flags read, by which a subject finds what it has read already. */
export class FieldSlots {
  readonly #slots = new Map<string, number>()
  readonly #names: string[] = []

  get count(): number {
    return this.#names.length
  }

  slotOf(name: string): number {
    const known = this.#slots.get(name)
    if (known !== undefined) return known
    this.#slots.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  nameOf(slot: number): string {
    return this.#names[slot] ?? ''
  }
}

/**
 * A context during one evaluation. Each field is read, and parsed as a number, version or address, at most once, however
 * many constraints name it. It notes what the result depends on beyond the context.
 */
export class ParsedContext {
  readonly context: EvaluationContext
  readonly #fields: FieldSlots
  readonly #surroundings: RuntimeSources
  // by slot. undefined: not read yet; null: there is none
  readonly #texts: (string | null)[] = []
  readonly #folded: (string | null)[] = []
  readonly #numbers: number[] = []
  readonly #versions: (SemVer | null)[] = []
  readonly #addresses: (ParsedAddress | null)[] = []
  /** By number of the condition: 0, not checked yet; else NO or YES. */
  #shared: Uint8Array
  #remoteAddress: { parsed: ParsedAddress | null } | undefined
  #time: number | undefined
  #dependsOnChance = false
  #validUntil = Infinity

  /** `conditions`: number of those shared so far. */
  constructor(
    context: EvaluationContext,
    fields: FieldSlots,
    surroundings: RuntimeSources,
    conditions: number,
  ) {
    this.#shared = new Uint8Array(conditions)
    this.context = context
    this.#fields = fields
    this.#surroundings = surroundings
  }

  /** True if the same context may evaluate differently the next time. */
  get dependsOnChance(): boolean {
    return this.#dependsOnChance
  }

  /** Time, in milliseconds, before which the result stays the same. */
  get validUntil(): number {
    return this.#validUntil
  }

  get hostname(): string {
    return this.#surroundings.hostname ?? 'undefined'
  }

  random(): number {
    this.#dependsOnChance = true
    return this.#surroundings.random()
  }

  flagOf(name: string): CompiledParent | undefined {
    return this.#surroundings.flagOf(name)
  }

  /** A field as text; null: the context does not have it. */
  text(slot: number): string | null {
    const text = this.#texts[slot]
    return text === undefined ? this.#readText(slot) : text
  }

  #readText(slot: number): string | null {
    const field = this.#fields.nameOf(slot)
    if (field === 'sessionId') this.#noteSession()
    return (this.#texts[slot] = contextValue(this.context, field) ?? null)
  }

  /** The same in lower case. */
  folded(slot: number): string | null {
    const known = this.#folded[slot]
    return known === undefined ? (this.#folded[slot] = this.text(slot)?.toLowerCase() ?? null) : known
  }

  /** A field as a number; NaN if it is none. */
  number(slot: number): number {
    const known = this.#numbers[slot]
    return known === undefined ? (this.#numbers[slot] = Number(this.text(slot) ?? Number.NaN)) : known
  }

  version(slot: number): SemVer | null {
    const known = this.#versions[slot]
    if (known !== undefined) return known
    return (this.#versions[slot] = semver.parse(versionOf(this.text(slot) ?? undefined)))
  }

  address(slot: number): ParsedAddress | null {
    const known = this.#addresses[slot]
    return known === undefined ? (this.#addresses[slot] = parseAddress(this.text(slot))) : known
  }

  /** The address that the strategy of that name compares: not one among the properties. */
  get remoteAddress(): ParsedAddress | null {
    return (this.#remoteAddress ??= { parsed: parseAddress(this.context.remoteAddress ?? null) }).parsed
  }

  /** Compares the time of the evaluation with a date, for as long as the result of that stays the same. */
  isAfter(date: number): boolean {
    return this.#timeBeside(date) > date
  }

  isBefore(date: number): boolean {
    return this.#timeBeside(date) < date
  }

  #timeBeside(date: number): number {
    const { currentTime } = this.context
    const time = (this.#time ??= (
      currentTime === undefined ? this.#surroundings.now : new Date(currentTime)
    ).getTime())
    if (currentTime === undefined && time <= date)
      this.#validUntil = Math.min(this.#validUntil, time === date ? date + 1 : date)
    return time
  }

  /** The result of a condition that many strategies share. */
  shared(index: number, test: (subject: ParsedContext) => boolean): boolean {
    const known = this.#shared[index]
    if (known) return known === YES
    const result = test(this)
    if (index >= this.#shared.length) this.#grow(index)
    this.#shared[index] = result ? YES : NO
    return result
  }

  /** More conditions may have been compiled since the evaluation began. */
  #grow(index: number): void {
    const more = new Uint8Array(2 * index + 1)
    more.set(this.#shared)
    this.#shared = more
  }

  get userId(): string | undefined {
    return this.context.userId
  }

  get sessionId(): string | undefined {
    this.#noteSession()
    return this.context.sessionId
  }

  /** The user, else the session, that rollouts are sticky on; null: chance decides. */
  get sticky(): string | null {
    const sticky = this.context.userId || this.sessionId
    return sticky ? String(sticky) : null
  }

  /** The same of variants, for which the address counts too. */
  get variantSticky(): string | null {
    const { userId, remoteAddress } = this.context
    if (isFilled(userId)) return userId
    const { sessionId } = this
    if (isFilled(sessionId)) return sessionId
    return isFilled(remoteAddress) ? remoteAddress : null
  }

  #noteSession(): void {
    if (this.#surroundings.isSessionMadeUp) this.#dependsOnChance = true
  }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parseAddress(text: string | null): ParsedAddress | null {
  if (text === null || text.length > MAX_ADDRESS_LENGTH) return null
  if (Address4.isValid(text)) {
    const address = new Address4(text)
    return { version: 4, number: Number(address.bigInt()), bits: address.subnetMask }
  }
  if (!Address6.isValid(text)) return null
  const address = new Address6(text)
  return { version: 6, number: address.bigInt(), bits: address.subnetMask }
}
