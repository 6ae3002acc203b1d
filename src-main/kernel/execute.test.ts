import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { Grant } from '#shared/access/rules/index.ts'
import { audienceOnly, needs } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract/index.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import type { Queries } from '#store/queries.ts'
import { AppError } from './app-error.ts'
import { userIdOf, type Actor, type Caller } from './caller.ts'
import type { CommittedEvent, NewEvent } from './event.ts'
import { InFlight } from '#runtime/in-flight.ts'
import { EventBus } from './event-bus.ts'
import { AccessRechecks } from './access-rechecks.ts'
import { execute, type Runtime } from './execute.ts'
import { systemIds } from './ids.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { createLogger } from './logger.ts'
import { mutation, preparedMutation, preparedDryRun, query, dryRun } from './use-case.ts'

const caller: Caller = { actor: { kind: 'user', id: 1, username: 'ada' }, requestId: 'r' }
const rename = operation({
  operationId: 'renameThing',
  method: 'POST',
  path: '/things/:id',
  tag: 'Test',
  summary: 'Renames a thing',
  access: needs('UPDATE_FEATURE'),
  place: { project: 'params.id' },
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  responses: { 200: z.object({ name: z.string() }) },
})
const raw = { params: { id: 'p' }, body: { name: 'new' } }

const member: Grant = {
  role: { id: 5, name: 'Member', type: 'project' },
  via: { kind: 'direct' },
  project: 'p',
  permissions: [{ permission: 'UPDATE_FEATURE' }],
}

/** Steps in the order they happened. The store records its own. */
let log: string[]
let isDiskFull: boolean
let runtime: Runtime

beforeEach(() => {
  log = []
  isDiskFull = false
  const logger = createLogger('silent')
  const bus = new EventBus(logger)
  bus.subscribe((events) => log.push(`told of ${events.map((one) => one.type).join()}`))
  runtime = {
    inFlight: new InFlight(),
    store: {
      queries: {} as Queries,
      transaction: async (work) => {
        log.push('begin')
        try {
          const result = await work({} as Queries)
          log.push('commit')
          return result
        } catch (error) {
          log.push('rollback')
          throw error
        }
      },
      savepoint: async <T>(_queries: Queries, work: () => Promise<T>) => {
        log.push('savepoint')
        return work()
      },
      durable: async () => {
        if (isDiskFull) throw new Error('no room')
        log.push('durable')
      },
    },
    clock: new FakeClock(),
    ids: systemIds,
    limits: DEFAULT_LIMITS,
    logger,
    bus,
    rechecks: new AccessRechecks(),
    loop: { begin: () => undefined, end: () => undefined },
    actorOf: async () => undefined,
    guards: [],
    judge: async () => [],
    hiddenFrom: () => new Set(),
    readOnly: (queries) => queries,
    hideProjects: (queries: Queries) => queries,
    mutationOf: () => renameThing as never,
    subjectOf: () => ({ kind: 'user', id: 1, name: 'ada', grants: [member] }),
    recordEvents: async (_queries, _caller, _written, events: readonly NewEvent[]) => {
      log.push(`recorded ${events.length}`)
      return events.map((event, id) => ({ ...event, id }) as CommittedEvent)
    },
  }
})

const renameThing = mutation(rename, async ({ record, onCommit }, { body }) => {
  log.push('run')
  record({ type: 'feature-metadata-updated' })
  onCommit(() => void log.push('effect'))
  return { name: body.name }
})

describe('the pipeline', () => {
  it('runs, records, commits, waits for the disk, then publishes', async () => {
    expect(await execute(runtime, renameThing, caller, raw)).toEqual({ name: 'new' })
    expect(log).toEqual([
      'begin',
      'run',
      'recorded 1',
      'commit',
      'durable',
      'effect',
      'told of feature-metadata-updated',
    ])
  })

  it('tries a write out without a trace', async () => {
    const tryThing = dryRun(rename, async ({ record, onCommit }, { body }) => {
      log.push('run')
      record({ type: 'feature-metadata-updated' })
      onCommit(() => void log.push('effect'))
      return { name: body.name }
    })
    expect(await execute(runtime, tryThing, caller, raw)).toEqual({ name: 'new' })
    expect(log).toEqual(['begin', 'run', 'rollback'])
    const failing = dryRun(rename, async () => {
      throw new AppError('ConflictError', 'cannot be')
    })
    await expect(execute(runtime, failing, caller, raw)).rejects.toMatchObject({ name: 'ConflictError' })
    log = []
    const prepared = preparedDryRun(
      rename,
      async () => (log.push('prepare'), 'prepared'),
      async (_context, _request, name) => ({ name }),
    )
    expect(await execute(runtime, prepared, caller, raw)).toEqual({ name: 'prepared' })
    expect(log).toEqual(['prepare', 'begin', 'rollback'])
  })

  it('rejects an invalid request before anything happens', async () => {
    const bad = execute(runtime, renameThing, caller, { params: { id: 'p' }, body: { name: ['7'] } })
    await expect(bad).rejects.toMatchObject({ name: 'ValidationError', details: [{ path: '/body/name' }] })
    expect(log).toEqual([])
  })

  it('rejects a caller without the permission, with the decision', async () => {
    const elsewhere = { ...raw, params: { id: 'other' } }
    await expect(execute(runtime, renameThing, caller, elsewhere)).rejects.toMatchObject({
      name: 'PermissionError',
      status: 403,
      extra: { permissions: ['UPDATE_FEATURE'], decision: { allowed: false } },
    })
    expect(log).toEqual([])
  })

  it('rejects callers that can hold no permission', async () => {
    const nobody = { ...runtime, subjectOf: () => undefined }
    await expect(execute(nobody, renameThing, caller, raw)).rejects.toMatchObject({ name: 'PermissionError' })
  })

  it('runs its guards before the use case', async () => {
    const guarded: Runtime = {
      ...runtime,
      guards: [
        () => {
          throw new AppError('ForbiddenError', 'maintenance')
        },
      ],
    }
    await expect(execute(guarded, renameThing, caller, raw)).rejects.toThrow('maintenance')
    expect(log).toEqual([])
  })

  it('rolls a failed use case back, and publishes nothing', async () => {
    const failing = mutation(rename, async ({ record }) => {
      record({ type: 'feature-metadata-updated' })
      throw new AppError('NameExistsError', 'taken')
    })
    await expect(execute(runtime, failing, caller, raw)).rejects.toThrow('taken')
    expect(log).toEqual(['begin', 'rollback'])
  })

  it('neither acknowledges nor publishes what is not on the disk; memory matches what queries read', async () => {
    isDiskFull = true
    await expect(execute(runtime, renameThing, caller, raw)).rejects.toThrow('no room')
    expect(log).toEqual(['begin', 'run', 'recorded 1', 'commit', 'effect'])
  })

  it('rolls a failed part back, with the events it recorded', async () => {
    const partly = mutation(rename, async ({ record, onCommit, attempt }) => {
      record({ type: 'feature-created' })
      const part = attempt(async () => {
        record({ type: 'feature-deleted' })
        onCommit(() => void log.push('effect'))
        throw new AppError('ConflictError', 'not this')
      })
      await expect(part).rejects.toThrow('not this')
      await attempt(async () => record({ type: 'feature-archived' }))
      return { name: '' }
    })
    await execute(runtime, partly, caller, raw)
    expect(log).toEqual([
      'begin',
      'savepoint',
      'savepoint',
      'recorded 2',
      'commit',
      'durable',
      'told of feature-created,feature-archived',
    ])
  })

  it('performs another operation within a write, in the name of another user and past the guards', async () => {
    const grace: Actor = { kind: 'user', id: 2, username: 'grace' }
    const told: CommittedEvent[] = []
    runtime.bus.subscribe((events) => told.push(...events))
    const seen: unknown[] = []
    const withGuard: Runtime = {
      ...runtime,
      guards: [(_operation, { actor }, _request, queries) => void seen.push(actor, queries)],
      subjectOf: (actor) => ({
        kind: 'user',
        id: userIdOf(actor),
        name: '',
        grants: userIdOf(actor) === 2 ? [member] : [{ ...member, project: 'other' }],
      }),
    }
    const transactions: unknown[] = []
    const asGrace = (name: string, id: string) =>
      mutation({ ...rename, access: audienceOnly }, async ({ performAs, record, everything }) => {
        transactions.push(everything)
        record({ type: 'feature-created' })
        return performAs(grace, rename, { params: { id }, body: { name } })
      })
    expect(await execute(withGuard, asGrace('x', 'p'), caller, raw)).toEqual({ name: 'x' })
    expect(told.map(({ type, by }) => [type, by])).toEqual([
      ['feature-created', undefined],
      ['feature-metadata-updated', grace],
    ])
    expect(seen).toEqual([caller.actor, {}, grace, {}])
    expect(seen[3]).toBe(transactions[0])
    expect(log.filter((line) => line === 'begin')).toHaveLength(1)

    await expect(execute(withGuard, asGrace('x', 'other'), caller, raw)).rejects.toMatchObject({
      name: 'PermissionError',
      extra: { decision: { reasons: [{ verdict: 'other-project' }] } },
    })
    await expect(
      execute(withGuard, asGrace(['7'] as unknown as string, 'p'), caller, raw),
    ).rejects.toMatchObject({ name: 'ValidationError' })
  })

  it('prepares long work outside of the transaction', async () => {
    const prepared = preparedMutation(
      rename,
      async (_context, { body }) => {
        log.push('prepare')
        return body.name.toUpperCase()
      },
      async (_context, _request, name) => ({ name }),
    )
    expect(await execute(runtime, prepared, caller, raw)).toEqual({ name: 'NEW' })
    expect(log).toEqual(['prepare', 'begin', 'commit', 'durable'])
  })

  it('reads without a transaction', async () => {
    const read = query(rename, async (_context, { params }) => ({ name: params.id }))
    expect(await execute(runtime, read, caller, raw)).toEqual({ name: 'p' })
    expect(log).toEqual([])
  })
})

describe('a use case', () => {
  it('with a stored place must declare how to find it, and no other use case may', () => {
    const stored = { ...rename, place: 'stored' as const }
    expect(() => query(stored, async () => ({ name: '' }))).toThrow('a place that is stored needs a placeOf')
    expect(() => query(rename, async () => ({ name: '' }), { placeOf: async () => ({}) })).toThrow('placeOf')
  })
})
