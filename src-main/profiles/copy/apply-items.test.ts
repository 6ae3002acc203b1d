import { describe, expect, it } from 'vitest'

import { requireSuccess } from '#support/service/private-project.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { connectLocally } from '../local-connection.ts'
import { applyStage } from './apply-items.ts'
import { LeftOuts } from './left-out.ts'

const { signal } = new AbortController()

describe('a stage of a copy', () => {
  it('is applied without what is refused, with the reasons', async () => {
    const app = await startBackend()
    const copy = { name: 'Copy', connection: connectLocally(app.backend, '') }
    const leftOut = new LeftOuts()
    const uses = (name: string, segments: string[] = []) => ({
      environments: { development: { enabled: true, strategies: [{ name, segments }] } },
    })
    const items = {
      flags: [
        { name: 'good', ...uses('default') },
        { name: 'typed', ...uses('unheard-of') },
        { name: 'lost', ...uses('default', ['nowhere']) },
        { name: 'child', dependencies: [{ feature: 'typed' }] },
      ],
    }
    await applyStage(copy, { items }, { leftOut, signal })
    expect(leftOut.all).toEqual([
      { what: 'flags/lost', why: 'There is no segment named "nowhere", here or in the file' },
      { what: 'flags/typed', why: 'Could not find strategy type with name unheard-of' },
      { what: 'flags/child', why: expect.any(String) as string },
    ])
    const { features } = (await requireSuccess(app.call(searchFeatures))).body
    expect(features.map(({ name }) => name)).toEqual(['good'])
    await app.stop()
  })

  it('fails whole with an error that is about none of its items', async () => {
    const copy = {
      name: 'Copy',
      connection: { answer: () => Promise.reject(new Error('The disk is full.')) },
    }
    const items = { tagTypes: [{ name: 'team' }] }
    await expect(applyStage(copy, { items }, { leftOut: new LeftOuts(), signal })).rejects.toThrow(
      'The disk is full.',
    )
  })
})
