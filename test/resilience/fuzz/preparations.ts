import { expect } from 'vitest'

import { startChangeRequest } from '#shared/changes/contract/change-request-joining.ts'
import { createPolicy } from '#shared/changes/contract/policies.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { createExpectation } from '#shared/insight/contract/expectations.ts'
import { setEmailSettings } from '#shared/instance/contract/email.ts'
import { getRequestLog, updateRequestLog } from '#shared/instance/contract/request-log.ts'
import { createEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { createSnapshot, deleteSnapshot, getSnapshots } from '#shared/transfer/contract/snapshots.ts'
import { readEventLog } from '#support/service/event-log.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { FUZZER } from './fuzz-operation.ts'

/** Likely values of parameters and properties, by name. */
type Known = Record<string, string[]>

/** Instance that is about to get random requests for an operation. */
interface FuzzStage {
  app: TestBackend
  /** Flag of this operation alone. */
  featureName: string
  /** Contexts for which requests may override it. */
  audiences: readonly string[]
}

/** Makes a change that nothing depends on. */
async function makeUndoable({ app, featureName }: FuzzStage): Promise<Known> {
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `undone-${featureName}` } })
  const [event] = await readEventLog(app, { limit: '1' })
  return { eventId: [String(event?.id)] }
}
/** Overrides the flag for whom random requests may name. */
async function makeOverrides({ app, featureName, audiences }: FuzzStage): Promise<Known> {
  const flag = { projectId: 'default', featureName, environment: 'development' }
  for (const audience of audiences)
    await app.call(setOverride, { params: { ...flag, audience }, body: { enabled: true } })
  return {}
}
/** Creates an expectation, and answers its name. */
async function makeExpectation({ app, featureName }: FuzzStage): Promise<Known> {
  const name = 'of-the-fuzzer'
  const expectation = { flag: featureName, environment: 'development', expect: { enabled: true } }
  await app.call(createExpectation, { body: { name, ...expectation } })
  return { name: [name] }
}
/** Creates a policy that no flag breaks, and answers its name. */
async function makePolicy({ app }: FuzzStage): Promise<Known> {
  const name = 'of-the-fuzzer'
  const rule = { kind: 'name-pattern', pattern: '.*' } as const
  await app.call(createPolicy, { body: { name, rule, effect: 'warn' } })
  return { name: [name] }
}
/** Makes a draft of the fuzzer, which takes further changes. */
async function makeDraft({ app, featureName }: FuzzStage): Promise<Known> {
  const { body } = await app.call(startChangeRequest, {
    params: { projectId: 'default', environment: 'development' },
    as: FUZZER.username,
    body: {
      action: 'updateEnabled',
      feature: featureName,
      payload: { enabled: false },
    },
  })
  return { id: [String(body.id)] }
}
/** Creates an environment that random requests do not know: none of them adds it to the project first. */
async function makeEnvironment({ app, featureName }: FuzzStage): Promise<Known> {
  await app.call(createEnvironment, { body: { name: `${featureName}-apart`, type: 'test' } })
  return {}
}
/** Switches e-mail on, by a server that is not there: a test message is accepted and fails. */
async function switchEmailOn({ app }: FuzzStage): Promise<Known> {
  const body = {
    enabled: true,
    host: '127.0.0.1',
    port: 1,
    secure: false,
    tls: 'off',
    user: '',
    sender: 'flags@example.com',
  } as const
  expect((await app.call(setEmailSettings, { body })).status).toBe(200)
  return {}
}
/** Takes a snapshot of what is there, so that a restore takes nothing away from other operations. */
async function makeSnapshot({ app }: FuzzStage): Promise<Known> {
  const name = 'of-the-fuzzer'
  const { snapshots } = (await app.call(getSnapshots)).body
  for (const one of snapshots) await app.call(deleteSnapshot, { params: { name: one.name } })
  expect((await app.call(createSnapshot, { body: { name, replace: true } })).status).toBe(201)
  return { name: [name] }
}
/** Turns the request log on, which another operation may have turned off, and answers a request in it. */
async function logRequests({ app }: FuzzStage): Promise<Known> {
  await app.call(updateRequestLog, { body: { enabled: true } })
  const { body } = await app.call(getRequestLog)
  return { id: [String(body.requests[0]?.id)] }
}

/** Makes what an operation needs to be accepted, by operation. Answers the values that name it. */
export const PREPARED: Readonly<Record<string, (stage: FuzzStage) => Promise<Known>>> = {
  undoEvent: makeUndoable,
  previewUndo: makeUndoable,
  sendTestEmail: switchEmailOn,
  addChangesToChosenRequest: makeDraft,
  addEnvironmentToProject: makeEnvironment,
  createSnapshot: makeSnapshot,
  restoreSnapshot: makeSnapshot,
  deleteSnapshot: makeSnapshot,
  removeOverride: makeOverrides,
  updateExpectation: makeExpectation,
  deleteExpectation: makeExpectation,
  updatePolicy: makePolicy,
  deletePolicy: makePolicy,
  getLoggedRequest: logRequests,
  recordRequestBodies: logRequests,
}
