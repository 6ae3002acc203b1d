import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { AppRouter } from '#main/app/app-router.ts'
import type { Violation } from '#shared/changes/schemas/policy.ts'
import { askForExceptions, exceptionQuestion } from './policy-exceptions.svelte.ts'
import { rights } from './rights.svelte.ts'

const violation: Violation = {
  ...{ policy: 'owners', flag: 'checkout', project: 'default', environment: 'production' },
  ...{ effect: 'refuse', message: 'It has no tag owner', path: 'tags' },
}

/** Reason why the change is refused. */
let refusedFor: Violation
/** Reasons with which the change was sent; undefined: without one. */
let reasons: unknown[]
let refusesAlways: boolean
const service: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      const reason = op.context['policyException']
      reasons.push(reason)
      if (reason === undefined || refusesAlways)
        return observer.error(
          TRPCClientError.from({
            error: {
              ...{ code: -32600, message: 'refused' },
              data: { httpStatus: 400, record: { message: 'refused', violations: [refusedFor] } },
            },
          } as never),
        )
      observer.next({ result: { type: 'data', data: { name: 'saved' } } })
      observer.complete()
    })
const api = createTRPCClient<AppRouter>({ links: [askForExceptions, service] })
const write = () => api.createTagType.mutate({ body: { name: 'new' } })
const asked = () =>
  vi.waitFor(() => {
    const { shown } = exceptionQuestion
    if (!shown) throw new Error('nothing is asked')
    return shown
  })

beforeEach(() => {
  reasons = []
  refusedFor = violation
  refusesAlways = false
})
afterEach(() => rights.setHeld(undefined))

describe('a change that a policy refuses', () => {
  it('is sent again with the reason that one gives', async () => {
    const saved = write()
    const question = await asked()
    expect(question.violations).toEqual([violation])
    question.answer('incident 7')
    expect(await saved).toEqual({ name: 'saved' })
    expect(reasons).toEqual([undefined, 'incident 7'])
    expect(exceptionQuestion.shown).toBeUndefined()
  })

  it('stays refused where one gives none', async () => {
    const saved = write()
    ;(await asked()).answer(undefined)
    await expect(saved).rejects.toThrow('refused')
    expect(reasons).toEqual([undefined])
  })

  it('is asked about once: another refusal is one', async () => {
    refusesAlways = true
    const saved = write()
    ;(await asked()).answer('incident 7')
    await expect(saved).rejects.toThrow('refused')
    expect(reasons).toHaveLength(2)
    expect(exceptionQuestion.shown).toBeUndefined()
  })

  it('is refused at once while another one is asked about', async () => {
    const first = write()
    const question = await asked()
    await expect(write()).rejects.toThrow('refused')
    question.answer(undefined)
    await expect(first).rejects.toThrow('refused')
  })

  it('asks nobody who may make no exception, and reading asks nobody', async () => {
    rights.setHeld({ permissions: [{ permission: 'CREATE_FEATURE', project: 'default' }] })
    await expect(write()).rejects.toThrow('refused')
    rights.setHeld(undefined)
    await expect(api.getTagTypes.query({})).rejects.toThrow('refused')
    expect(exceptionQuestion.shown).toBeUndefined()
  })

  it('asks whoever may change the flag, where an expectation refuses it', async () => {
    const { policy: _policy, ...rest } = violation
    refusedFor = { ...rest, expectation: 'Ann has it' }
    rights.setHeld({ permissions: [{ permission: 'CREATE_FEATURE', project: 'default' }] })
    await expect(write()).rejects.toThrow('refused')
    rights.setHeld({ permissions: [{ permission: 'UPDATE_FEATURE', project: 'default' }] })
    const saved = write()
    ;(await asked()).answer('incident 7')
    expect(await saved).toEqual({ name: 'saved' })
    // to change the flag does not suffice for a policy
    refusedFor = violation
    await expect(write()).rejects.toThrow('refused')
  })
})
