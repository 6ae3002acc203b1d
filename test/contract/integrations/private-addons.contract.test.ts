import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { getAddon, getAddons } from '#shared/integrations/contract/addons.ts'
import { startAddonStage, type AddonStage } from '#support/stages/addon-stage.ts'

describe('a private project', () => {
  let stage: AddonStage
  beforeAll(async () => {
    stage = await startAddonStage({
      users: [{ username: 'outsider', roles: ['Viewer'] }],
    })
  })
  afterAll(() => stage.stop())

  it('hides integrations that name it from users who do not see it', async () => {
    const project = { id: 'secret', name: 'Secret', mode: 'private' }
    expect((await stage.app.call('POST', '/api/admin/projects', { body: project })).status).toBe(201)
    const { id } = await stage.create({ enabled: false, projects: ['default', 'secret'] })
    const open = await stage.create({ enabled: false, projects: ['default'] })
    const as = { as: 'outsider' }
    const { body } = await stage.app.call(getAddons, as)
    expect(body.addons.map((one) => one.id)).toEqual([open.id])
    expect((await stage.app.call(getAddon, { params: { id }, ...as })).status).toBe(404)
    expect((await stage.app.call(getAddon, { params: { id } })).status).toBe(200)
  })
})
