import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'

import { useRemote } from '#support/stages/remote-stage.ts'
import { flag, makeFlags } from './flags-of-instances.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'

/** Tests pulls: after any pull nothing is left to pull, and there is no conflict. */
const stage = useRemote()
beforeAll(async () => {
  for (const name of ['beta', 'staff'])
    await stage.there.call(createSegment, { body: { name, constraints: [] } })
})

const PROJECT = '/api/admin/projects/default/features'
const two = fc.array(fc.record({ before: flag, after: flag }), { minLength: 1, maxLength: 3 })

it('a pull equals the remote, the first time and after changes', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(two, async (flags) => {
      const prefix = `pull-${run++}`
      const names = flags.map((_flag, index) => `${prefix}-${index}`)
      await makeFlags(stage.there, { prefix, flags: flags.map(({ before }) => before), names })
      await stage.pull({ createMissing: true })
      expect((await stage.preview()).flags).toEqual([])

      // additions and changes of the remote are taken over without a question
      for (const [index, { after }] of flags.entries()) {
        const { type, description, impressionData, strategies, isOn } = after
        const path = `${PROJECT}/${names[index]}`
        await stage.there.call('PUT', path, { body: { type, description, impressionData } })
        for (const body of strategies)
          await stage.there.call('POST', `${path}/environments/development/strategies`, { body })
        await stage.there.call('POST', `${path}/environments/development/${isOn ? 'on' : 'off'}`)
      }
      expect(await stage.preview()).toMatchObject({ conflicts: 0, blockers: [] })
      await stage.pull()
      expect((await stage.preview()).flags).toEqual([])
    }),
    { numRuns: 12, seed: 7 },
  )
})
