import { expect, it } from 'vitest'

import { addFeatureDependency, deleteFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { addFlag, useRemote } from '#support/stages/remote-stage.ts'
import type { TestBackend } from '#support/service/start-backend.ts'

const stage = useRemote()
const params = { projectId: 'default' }
const depend = (app: TestBackend, child: string, feature: string) =>
  app.call(addFeatureDependency, { params: { ...params, child }, body: { feature } })

it('a pull keeps a flag that the remote has archived while others here depend on it, and says so', async () => {
  const { here, there } = stage
  for (const name of ['parent', 'child', 'alone']) await addFlag(there, name)
  await depend(there, 'child', 'parent')
  await stage.pull()
  await addFlag(here, 'mine')
  await depend(here, 'mine', 'parent')
  await there.call(deleteFeatureDependency, { params: { ...params, child: 'child', parent: 'parent' } })
  for (const featureName of ['parent', 'alone'])
    await there.call(archiveFeature, { params: { ...params, featureName } })
  const notes = ['parent is archived at the remote and stays here: other flags depend on it.']
  const preview = await stage.preview()
  expect(preview).toMatchObject({ blockers: [], notes })
  expect(preview.flags.map(({ flag, deed }) => [flag, deed])).toEqual([
    ['alone', 'archive'],
    ['child', 'change'],
    ['parent', 'leave'],
  ])
  expect(await stage.pull()).toMatchObject({
    archived: ['alone'],
    changed: ['child'],
    left: ['parent'],
    notes,
  })
  expect(await stage.preview()).toMatchObject({ flags: [], notes: [] })
})
