import fc from 'fast-check'
import { expect } from 'vitest'

import {
  errorStatuses,
  hasBody,
  successStatuses,
  type Audience,
  type Operation,
} from '#shared/contract/index.ts'
import { ADMIN, BACKEND, FRONTEND, type TestBackend } from '#support/service/start-backend.ts'
import { arbitraryOf, pathPart } from './arbitrary-of.ts'

/** FUZZ_RUNS and FUZZ_SEED look further. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 30)
/** Most rounds of an operation that no request of the former rounds was accepted by. */
const MOST_ROUNDS = 8
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

/** The Admin who asks half of what people ask. */
export const FUZZER = { username: 'fuzzer', roles: ['Admin'] } as const

export const TOKEN: Record<Audience, string> = {
  admin: ADMIN,
  client: BACKEND,
  frontend: FRONTEND,
  sdk: FRONTEND,
  signal: '',
  scim: '',
  open: ADMIN,
}

/** A request of an operation: more or less what its contract asks for, of what is `known` to be there. */
function requestOf(operation: Operation, known: Record<string, string[]>) {
  const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, pathPart(...(known[name] ?? []))]))),
    query: fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(operation.query.shape), 'other'), fc.string({ maxLength: 5 })),
      pathPart(),
      { maxKeys: 3 },
    ),
    body: hasBody(operation) ? arbitraryOf(operation.body, known) : fc.constant(undefined),
    as: fc.constantFrom<'token' | 'session'>('token', 'session'),
  })
}

/** The more a path names, the more rarely all of it is there. */
const runsOf = ({ path }: Operation, often: number) => RUNS * often * Math.max(1, path.split(':').length - 2)

/**
 * Asks for an operation again and again: it answers by its contract whatever it is asked, tells nothing of its insides, and
 * never fails. `often`: how much more often than others. Unless it is unlikely, it is asked for more often until it accepts once.
 */
export async function fuzzOperation(
  app: TestBackend,
  operation: Operation,
  known: Record<string, string[]>,
  { often = 1, isLikely = true } = {},
): Promise<void> {
  for (let round = 0; round < (isLikely ? MOST_ROUNDS : 1); round++) {
    await runRound(app, operation, known, { runs: runsOf(operation, often), seed: SEED + round })
    if (neverAccepted(app, [operation]).length === 0) break
  }
  expect({}).not.toHaveProperty('polluted')
}

async function runRound(
  app: TestBackend,
  operation: Operation,
  known: Record<string, string[]>,
  { runs, seed }: { runs: number; seed: number },
): Promise<void> {
  const declared = [...successStatuses(operation), ...errorStatuses(operation), 304]
  await fc.assert(
    fc.asyncProperty(requestOf(operation, known), async ({ params, query, body, as }) => {
      const path = operation.path.replace(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      const text = new URLSearchParams(query).toString()
      const answer = await app.call(operation.method, text === '' ? path : `${path}?${text}`, {
        body,
        ...(as === 'session' && operation.audience === 'admin'
          ? { as: FUZZER.username }
          : { token: TOKEN[operation.audience] }),
      })
      // a path part such as `..` or a slash may lead to no operation, or to another one
      const isElsewhere = Object.values(params).some((part) => /^\.{1,2}$|^$/.test(part))
      if (!isElsewhere) expect(declared, answer.text).toContain(answer.status)
      expect(answer.status, answer.text).toBeLessThan(500)
      expect(answer.text).not.toMatch(/node_modules|\.ts:\d+|at async /)
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
}

/** The operations that were never accepted: were there any, only the door would have been tried. */
export function neverAccepted(app: TestBackend, operations: readonly Operation[]): string[] {
  return operations
    .filter((operation) => {
      const seen = app.answers.statusesOf(operation.operationId)
      return !successStatuses(operation).some((status) => seen.includes(status))
    })
    .map(({ operationId }) => operationId)
}
