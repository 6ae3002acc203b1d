import { expect, it } from 'vitest'

import { NoticeWatch } from '#main/desktop/notices/notice-watch.ts'
import { connectLocally } from '#main/profiles/local-connection.ts'
import {
  addEndpoint,
  addServiceAccount,
  addSignal,
  actionSet,
  createSet,
  switching,
} from '#support/stages/actions.ts'
import { enabling, useRequests } from '#support/stages/change-request-stage.ts'
import { insertDelivery, insertIntegration } from '#support/stages/integration-rows.ts'

const stage = useRequests()
const VIEWER = 3

it('the desktop notifies of what an instance really answers', async () => {
  const { app, requests, flag } = stage
  const shown: { title: string; body: string; onClick: () => void }[] = []
  const opened: string[] = []
  const failed: unknown[] = []
  const watch = new NoticeWatch({
    watched: () => [{ id: 'home', responder: connectLocally(app.backend, '') }],
    isOn: () => true,
    isLookedAt: () => false,
    show: (notice) => {
      shown.push(notice)
      return () => undefined
    },
    openPage: (_id, page) => opened.push(page),
    logger: { debug: (fields) => failed.push(fields) },
  })
  await watch.look()

  await requests.configure(1)
  const { id } = await requests.add(enabling(flag, true))
  await requests.move(id, 'In review', 'author')

  const robot = await addServiceAccount(app, 'robot', VIEWER)
  const endpoint = await addEndpoint(app, 'alerts')
  await createSet(app, actionSet(endpoint, robot, { actions: [switching('OFF', flag)] }))
  await addSignal(app, endpoint, { severity: 'critical' })
  await app.backend.runJobs()

  const { queries } = app.backend.store
  const integration = await insertIntegration(queries)
  await insertDelivery(queries, integration, { state: 'failed', minute: 1 })

  await watch.look()
  expect(failed).toEqual([])
  expect(shown.map(({ title }) => title)).toEqual(['Change requests', 'Failed actions', 'Failed deliveries'])
  for (const { onClick } of shown) onClick()
  expect(opened).toEqual([
    `/projects/default/change-requests/${id}`,
    '/signals/view/failed',
    `/integrations/${integration}`,
  ])
})
