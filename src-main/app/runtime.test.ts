import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { operation } from '#shared/contract/index.ts'
import { audienceOnly } from '#shared/contract-engine/access.ts'
import { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { keepGates } from '#domains/insight/expectations/expectations.store.ts'
import { keepPolicies } from '#domains/changes/policies/policies.store.ts'
import { MaintenanceMode } from '#domains/instance/instance/maintenance-mode.ts'
import { SYSTEM } from '#kernel/caller.ts'
import { systemClock } from '#kernel/clock.ts'
import { EventBus } from '#kernel/event-bus.ts'
import { writeAsSystem } from '#kernel/execute.ts'
import { systemIds } from '#kernel/ids.ts'
import { DEFAULT_LIMITS } from '#kernel/limits.ts'
import { LoopWatch } from '#runtime/loop-watch.ts'
import { createLogger } from '#kernel/logger.ts'
import { mutation } from '#kernel/use-case.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { OwnWrites } from './follow-peers.ts'
import { createRuntime } from './runtime.ts'

const keep = operation({
  operationId: 'keepThing',
  method: 'POST',
  path: '/things',
  tag: 'Test',
  summary: 'Keeps a thing',
  access: audienceOnly,
  body: z.object({ name: z.string() }),
  responses: { 200: z.object({ name: z.string() }) },
})
const keepThing = mutation(keep, async ({ everything }, { body }) => {
  await everything.insertInto('settings').values({ id: body.name, content: '1' }).execute()
  return body
})

let temp: ReturnType<typeof makeTempFolder>
let store: Store
beforeEach(async () => {
  temp = makeTempFolder()
  store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date() })
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

it('the runtime performs operations from its first write on, as an import at the start needs', async () => {
  const logger = createLogger('silent')
  const runtime = createRuntime({
    store,
    clock: systemClock,
    ids: systemIds,
    config: { limits: DEFAULT_LIMITS },
    logger,
    bus: new EventBus(logger),
    access: new AccessDirectory(store.queries, logger),
    maintenance: new MaintenanceMode(),
    policies: keepPolicies({ store, logger }),
    gates: keepGates({ store, logger }),
    loop: new LoopWatch(systemClock, logger),
    email: { isEnabled: false },
    metricsBuffer: { settle: () => undefined },
    ownWrites: new OwnWrites(),
    pagesUrl: () => '',
    settleWorkers: () => undefined,
    guards: [],
    useCases: { keepThing },
  })
  const perform = (name: string) =>
    writeAsSystem(runtime, ({ performAs }) => performAs(SYSTEM, keep, { body: { name } }))
  expect(await perform('first')).toEqual({ name: 'first' })
  const { content } = await store.queries
    .selectFrom('settings')
    .select('content')
    .where('id', '=', 'first')
    .executeTakeFirstOrThrow()
  expect(content).toBe('1')
})
