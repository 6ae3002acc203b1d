import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startAddonStage, type AddonStage } from '#support/stages/addon-stage.ts'
import { addonTestsOf } from '#support/stages/addon-tests.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

let stage: AddonStage
beforeAll(async () => {
  stage = await startAddonStage()
})
afterAll(() => stage.stop())
afterEach(() => {
  stage.answerWith({ status: 200, body: 'ok' })
  stage.receiver.seen.length = 0
})

const { testNew, test, hook, webhook, resultOf } = addonTestsOf(() => stage)

describe('the receiver of a test of an integration', () => {
  it('that rejects it is called once', async () => {
    stage.answerWith({ status: 503, body: 'busy' })
    expect(resultOf(await testNew(webhook()))).toMatchObject({
      state: 'failed',
      stateDetails: '127.0.0.1 answers 503.',
      requests: [{ status: 503, answer: 'busy', problem: '127.0.0.1 answers 503.' }],
    })
    expect(stage.receiver.seen).toHaveLength(1)
  })

  it('that redirects is not followed', async () => {
    stage.answerWith({ status: 302, headers: { location: hook() } })
    expect(resultOf(await testNew(webhook()))).toMatchObject({ state: 'failed', requests: [{ status: 302 }] })
    expect(stage.receiver.seen).toHaveLength(1)
  })

  it('that does not listen makes the test fail', async () => {
    expect(resultOf(await testNew(webhook({ url: 'http://127.0.0.1:9/hook-of-nobody' })))).toMatchObject({
      state: 'failed',
      stateDetails: 'Nothing listens at 127.0.0.1: the connection was refused.',
      requests: [{ status: null, answer: null }],
    })
  })

  it.each([
    ['a private network', { url: 'http://10.0.0.1/' }, '/body/parameters/url', 'private network'],
    ['a host that is none', { url: 'https://hooks.invalid/' }, '/body/parameters/url', 'cannot be looked up'],
    ['a mask of nothing', { url: '*****' }, '/body/parameters/url', 'stands for a stored value'],
    ['no header', { authorization: 'a\nb' }, '/body/parameters/authorization', 'one line'],
  ])('in %s is rejected as a change would be', async (_name, parameters, path, text) => {
    const { status, body } = await testNew(webhook(parameters))
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        details: [expect.objectContaining({ path, message: expect.stringContaining(text) as string })],
      }),
    ])
  })

  it('of a deprecated or unknown provider is rejected', async () => {
    for (const provider of ['slack', 'bogus'])
      expect(await testNew({ ...webhook(), provider })).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/provider' }] },
      })
  })

  it.each(['new', 'stored'])('that does not answer delays five tests, and no write: %s', async (which) => {
    const { id } = await stage.create({ enabled: false })
    const ask = () => (which === 'new' ? testNew(webhook()) : test(id, webhook()))
    stage.answerWith(undefined)
    const waiting = Array.from({ length: 5 }, ask)
    await expect.poll(() => stage.receiver.seen.length).toBe(5)
    expect(await ask()).toMatchObject({
      status: 429,
      body: {
        name: 'RateLimitError',
        message: 'Other tests of integrations still wait for an answer. Try again.',
      },
    })
    const flag = { body: { name: `while-waiting-${which}` } }
    expect((await stage.app.call(createFeature, { params: { projectId: 'default' }, ...flag })).status).toBe(
      201,
    )
    stage.receiver.dropAll()
    for (const one of await Promise.all(waiting)) expect(resultOf(one).state).toBe('failed')
    stage.answerWith({ status: 200 })
    expect(resultOf(await ask()).state).toBe('success')
  })
})
