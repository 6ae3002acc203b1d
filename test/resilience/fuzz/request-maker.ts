import fc from 'fast-check'

import type { AppRouter } from '#main/app/app-router.ts'
import { hasBody, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { getStreaming } from '#shared/clients/contract/client-api.ts'
import { arbitraryOf } from './arbitrary-of.ts'
import { HOSTILE_BODIES, HOSTILE_TEXTS, pick, corrupt, type Random } from './hostile.ts'
import type { KnownValues } from './known-values.ts'

export interface FuzzRequest {
  /** Operation or procedure. */
  name: string
  audience: Operation['audience'] | 'window'
  method: string
  path: string
  /** Body, sent unchanged. */
  raw?: string
  /** Opens a stream, which is left after a moment. Empty: the first of its client. */
  stream?: { lastEventId: string }
}

const SAMPLES = 12
/** A stream takes as long as fifty other requests. */
const STREAMS = 0.003
/**
 * Requests to limit: streams have no end and are sent without the header that opens them. Sign-ins hash and
 * ports are servers, so both are rare.
 */
const RARELY = new Set([
  'login',
  'changeMyPassword',
  'changePassword',
  'changeUserPassword',
  'createUser',
  'updateUser',
  'addPublicSignupTokenUser',
  'addListener',
  'updateListener',
  'checkRemote',
  'previewRemotePull',
  'pullRemote',
  'testAddon',
  'testNewAddon',
  'toggleMaintenance',
])

interface Procedure {
  name: string
  isQuery: boolean
  operation: Operation
}

/** Names of the streams that windows open. */
function subscriptionsOf(router: AppRouter): string[] {
  const procedures = router._def.procedures as unknown as Record<string, { _def: { type: string } }>
  return Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'subscription')
}

function proceduresOf(router: AppRouter): Procedure[] {
  return Object.entries(router._def.procedures).flatMap(([name, procedure]) => {
    const { type, meta } = (
      procedure as unknown as { _def: { type: string; meta?: { operation: Operation } } }
    )._def
    return meta === undefined || type === 'subscription'
      ? []
      : [{ name, isQuery: type === 'query', operation: meta.operation }]
  })
}

/**
 * Generates requests for all operations and all procedures of the window; the same seed gives the same
 * requests.
 */
export class RequestMaker {
  readonly #bodies = new Map<string, unknown[]>()
  readonly #procedures: Procedure[]
  readonly #subscriptions: string[]
  readonly #random: Random
  readonly #known: KnownValues
  #seed: number

  constructor(router: AppRouter, random: Random, known: KnownValues, seed: number) {
    this.#procedures = proceduresOf(router)
    this.#subscriptions = subscriptionsOf(router)
    this.#random = random
    this.#known = known
    this.#seed = seed
  }

  next(): FuzzRequest {
    if (this.#random() < STREAMS) return this.#ofStream()
    for (;;) {
      const isWindow = this.#random() < 0.4
      const procedure = isWindow ? pick(this.#random, this.#procedures) : undefined
      const operation = procedure?.operation ?? pick(this.#random, OPERATIONS)
      if (RARELY.has(operation.operationId) && this.#random() < 0.9) continue
      return procedure ? this.#ofProcedure(procedure) : this.#ofOperation(operation)
    }
  }

  /** A stream of a window or of an SDK that comes back, with what it claims to have heard last. */
  #ofStream(): FuzzRequest {
    const name = this.#random() < 0.5 ? pick(this.#random, this.#subscriptions) : undefined
    const query = new URLSearchParams(
      name === undefined ? this.#query(getStreaming) : this.#claims(),
    ).toString()
    const path = name === undefined ? getStreaming.path : `/trpc/${name}`
    const lastEventId = pick(this.#random, ['', '1', '-1', '9'.repeat(20), 'x', '__proto__', '%00'])
    return {
      name: `stream ${name ?? getStreaming.operationId}`,
      audience: name === undefined ? 'client' : 'window',
      method: 'GET',
      path: query === '' ? path : `${path}?${query}`,
      stream: { lastEventId },
    }
  }

  #claims(): Record<string, string> {
    if (this.#random() < 0.5) return {}
    return {
      input: pick(this.#random, [...HOSTILE_TEXTS, JSON.stringify({ lastEventId: this.#text('id') })]),
    }
  }

  #ofOperation(operation: Operation): FuzzRequest {
    const path = operation.path.replace(/:(\w+)/g, (_all, name: string) => encode(this.#text(name)))
    const query = new URLSearchParams(this.#query(operation)).toString()
    const body = hasBody(operation) ? this.#body(operation) : undefined
    return {
      name: operation.operationId,
      audience: operation.audience,
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      ...(body === undefined ? {} : { raw: body }),
    }
  }

  #ofProcedure({ name, isQuery, operation }: Procedure): FuzzRequest {
    const params = Object.fromEntries(
      [...operation.path.matchAll(/:(\w+)/g)].map(([, part = '']) => [part, this.#text(part)]),
    )
    const body = hasBody(operation) ? this.#value(operation) : undefined
    let input: unknown = { params, query: this.#query(operation), ...(body === undefined ? {} : { body }) }
    if (this.#random() < 0.1) input = corrupt(this.#random, input)
    const text = this.#random() < 0.02 ? pick(this.#random, HOSTILE_BODIES) : JSON.stringify(input)
    const isGet = isQuery && text.length < 4000
    return {
      name: `window ${name}`,
      audience: 'window',
      method: isGet ? 'GET' : 'POST',
      path: `/trpc/${name}${isGet ? `?input=${encode(text)}` : ''}`,
      ...(isGet ? {} : { raw: text }),
    }
  }

  #text(name: string): string {
    const known = this.#known.any(this.#random, name)
    if (known !== undefined && this.#random() < 0.9) return known
    return this.#random() < 0.5
      ? pick(this.#random, HOSTILE_TEXTS)
      : `${name}-${Math.floor(this.#random() * 50)}`
  }

  #query({ query }: Operation): Record<string, string> {
    const names = Object.keys(query.shape).filter(() => this.#random() < 0.4)
    if (this.#random() < 0.05) names.push(pick(this.#random, ['other', '__proto__', 'limit[]', '']))
    return Object.fromEntries(names.map((name) => [name, this.#text(name)]))
  }

  #body(operation: Operation): string {
    if (this.#random() < 0.03) return pick(this.#random, HOSTILE_BODIES)
    return JSON.stringify(this.#value(operation))
  }

  #value(operation: Operation): unknown {
    const value = this.#known.filledIn(this.#random, this.#sample(operation))
    return this.#random() < 0.2 ? corrupt(this.#random, value) : value
  }

  /** Generates a dozen at a time: creating an arbitrary costs more than a value. */
  #sample(operation: Operation): unknown {
    let values = this.#bodies.get(operation.operationId) ?? []
    if (values.length === 0)
      values = fc.sample(arbitraryOf(operation.body, {}), { numRuns: SAMPLES, seed: this.#seed++ })
    this.#bodies.set(operation.operationId, values)
    return values.pop()
  }
}

/**
 * Encodes text for a URL. A lone surrogate can't be part of it: as UTF-8 it becomes a replacement character.
 */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString())
