import { z } from 'zod'

import { pauseOf } from '#kernel/outbound.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import type { UpstreamScope, UpstreamToken } from './upstream-scope.ts'

/** Lists of an answer may be missing, or null. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? [])

const UpstreamConstraint = z.looseObject({ contextName: z.string(), operator: z.string() })

const UpstreamStrategy = z.looseObject({
  name: z.string(),
  constraints: listOf(UpstreamConstraint),
  parameters: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((all) =>
      Object.fromEntries(Object.entries(all ?? {}).map(([name, value]) => [name, String(value)])),
    ),
  variants: listOf(z.looseObject({ name: z.string() })),
  segments: listOf(z.int()),
})

const UpstreamDependency = z.looseObject({
  feature: z.string(),
  enabled: z.boolean().nullish(),
  variants: listOf(z.string()),
})

/** Flag of an upstream. What is unknown is left aside; what a flag cannot do without is missing in no version. */
export const UpstreamFlag = z.looseObject({
  name: z.string().min(1).max(255),
  enabled: z.boolean(),
  type: z.string().nullish(),
  project: z.string().max(255).nullish(),
  stale: z.boolean().nullish(),
  description: z.string().nullish(),
  impressionData: z.boolean().nullish(),
  strategies: listOf(UpstreamStrategy),
  variants: listOf(z.looseObject({ name: z.string() })),
  dependencies: listOf(UpstreamDependency),
})
export type UpstreamFlag = z.output<typeof UpstreamFlag>

const UpstreamSegment = z.looseObject({
  id: z.int(),
  name: z.string().nullish(),
  constraints: listOf(UpstreamConstraint),
})
export type UpstreamSegment = z.output<typeof UpstreamSegment>

/** Answer of `/api/client/features` of any service that SDKs can ask. */
export interface UpstreamAnswer {
  features: UpstreamFlag[]
  segments: UpstreamSegment[]
}

/** Problem of an upstream, in plain words. */
export class UpstreamError extends Error {
  readonly #headers: Headers | undefined

  /** `headers`: those of the answer, which may ask to wait. */
  constructor(message: string, { headers, ...options }: ErrorOptions & { headers?: Headers } = {}) {
    super(message, options)
    this.#headers = headers
  }

  /** Time for which the upstream wants to be left alone. */
  pauseAt(now: Date): number {
    return (this.#headers && pauseOf(this.#headers, now.getTime())) ?? 0
  }
}

/** The token is none that the upstream lets in. */
export class RefusedToken extends UpstreamError {}

/** Flags of a token, or that they have not changed. */
export type Polled = { kind: 'unchanged' } | { kind: 'changed'; etag: string | null; answer: UpstreamAnswer }

/** Gives a mirror the flags of tokens: another instance, or a file. Its problems are UpstreamError. */
export interface AnswerSource {
  /** Address of the instance or of the file. */
  readonly url: string
  /** Looks for something new, before the tokens are asked for. */
  look?: () => Promise<void>
  scopeOf(token: string): Promise<UpstreamScope>
  /** Asks for the flags of a token; `etag`: that of the answer it had last. */
  poll(token: string, etag: string | null): Promise<Polled>
  /** Finds the tokens for SDKs among these that it knows; absent: it cannot be asked. */
  validate?: (secrets: readonly string[]) => Promise<Map<string, UpstreamToken>>
}

const Lists = z.looseObject({ features: z.array(z.unknown()), segments: listOf(z.unknown()) })

/** Reads an answer in steps. Throws ZodError with the path of what is not as it has to be. */
export async function readAnswer(value: unknown): Promise<UpstreamAnswer> {
  const { features, segments } = Lists.parse(value)
  const read = <Item extends z.ZodType>(list: string, item: Item, values: readonly unknown[]) => {
    let place = 0
    return mapInSteps(values, (one): z.output<Item> => {
      const parsed = item.safeParse(one)
      if (!parsed.success)
        throw new z.ZodError(
          parsed.error.issues.map((issue) => ({ ...issue, path: [list, place, ...issue.path] })),
        )
      place += 1
      return parsed.data
    })
  }
  return {
    features: await read('features', UpstreamFlag, features),
    segments: await read('segments', UpstreamSegment, segments),
  }
}

/** Says which part of an answer is not as it has to be. Passes on errors of other kinds. */
export function notForSdks(error: unknown, what: string): never {
  if (!(error instanceof z.ZodError)) throw error
  const [issue] = error.issues
  throw new UpstreamError(`${what}: ${issue?.path.join('.')}: ${issue?.message}`, { cause: error })
}

/** Answer of `/edge/validate`. */
export const ValidatedTokens = z.looseObject({
  tokens: z.array(
    z.looseObject({
      token: z.string(),
      type: z.string().nullish(),
      projects: listOf(z.string().min(1).max(255)),
      environment: z.string().max(255).nullish(),
    }),
  ),
})
