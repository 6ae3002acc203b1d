import { beforeEach, describe, expect, it } from 'vitest'

import type { NoticeKind } from '#shared/desktop/app-settings.ts'
import { NoticeWatch, type Notice } from './notice-watch.ts'

/** Answers of an instance by procedure; an error stands for an instance that does not answer. */
let answers: Record<string, unknown>
let shown: { notice: Notice; isHidden: boolean }[]
let opened: [id: string, page: string][]
let off: NoticeKind[]
let lookedAt: string | undefined
let names: Record<string, string | undefined>
let watch: NoticeWatch

const request = (id: number) => ({ id, title: `Request ${id}`, project: 'shop' })
const waiting = (...ids: number[]) => {
  const none = { total: 0, changeRequests: [] }
  answers['getWaitingChangeRequests'] = {
    toReview: { total: ids.length, changeRequests: ids.map(request) },
    toApply: none,
    failedSchedules: none,
  }
}
const failed = (...ids: number[]) => {
  answers['getFailedActions'] = {
    failures: ids.map((id) => ({ id, project: 'shop', actionSetName: 'Roll back' })),
  }
}
const failing = (...ids: number[]) => {
  answers['getFailingAddons'] = {
    failing: ids.map((id) => ({ id, provider: 'webhook', description: 'Chat' })),
  }
}
const onScreen = () => shown.filter(({ isHidden }) => !isHidden).map(({ notice }) => notice.body)
const click = () => shown.at(-1)?.notice.onClick()

beforeEach(() => {
  answers = {}
  shown = []
  opened = []
  off = []
  lookedAt = undefined
  names = { home: undefined }
  waiting()
  failed()
  failing()
  watch = new NoticeWatch({
    watched: () =>
      Object.entries(names).map(([id, name]) => ({
        id,
        ...(name === undefined ? {} : { name }),
        responder: {
          answer: async ({ path }) => {
            if (answers[path] instanceof Error) throw answers[path]
            return answers[path]
          },
        },
      })),
    isOn: (kind) => !off.includes(kind),
    isLookedAt: (_id, page) => lookedAt === page,
    show: (notice) => {
      const one = { notice, isHidden: false }
      shown.push(one)
      return () => (one.isHidden = true)
    },
    openPage: (id, page) => opened.push([id, page]),
    logger: { debug: () => undefined },
  })
})

describe('a notification', () => {
  it('names what is new, and opens its page', async () => {
    waiting(1)
    await watch.look()
    expect(onScreen()).toEqual([])
    waiting(1, 2)
    await watch.look()
    expect(shown[0]?.notice).toMatchObject({
      title: 'Change requests',
      body: 'Request 2 waits for your review',
    })
    click()
    expect(opened).toEqual([['home', '/projects/shop/change-requests/2']])
    expect(onScreen()).toEqual([])
  })

  it('is shown of failed actions and failed deliveries, too', async () => {
    await watch.look()
    failed(7)
    failing(3)
    await watch.look()
    expect(onScreen()).toEqual(['Roll back failed in project shop', 'Chat could not deliver'])
    click()
    expect(opened).toEqual([['home', '/integrations/3']])
  })

  it('stands for all that nobody has looked at yet', async () => {
    await watch.look()
    failed(1)
    await watch.look()
    failed(4, 3, 2, 1)
    await watch.look()
    expect(onScreen()).toEqual(['4 actions failed'])
    click()
    expect(opened).toEqual([['home', '/signals/view/failed']])
    failed(5, 4, 3, 2, 1)
    await watch.look()
    expect(onScreen()).toEqual(['Roll back failed in project shop'])
  })

  it('stays one for each kind, however many findings there are', async () => {
    await watch.look()
    for (let round = 1; round <= 40; round++) {
      failed(...Array.from({ length: 50 }, (_, index) => round * 50 + index))
      await watch.look()
    }
    expect(onScreen()).toEqual(['1000 actions failed'])
  })

  it('is taken off the screen once its finding is settled elsewhere', async () => {
    await watch.look()
    waiting(1)
    await watch.look()
    waiting()
    await watch.look()
    expect(onScreen()).toEqual([])
    waiting(1)
    await watch.look()
    expect(onScreen()).toEqual(['Request 1 waits for your review'])
  })

  it('does not appear while its page is looked at, nor afterwards', async () => {
    await watch.look()
    lookedAt = '/signals/view/failed'
    failed(1)
    await watch.look()
    lookedAt = undefined
    await watch.look()
    expect(shown).toEqual([])
  })

  it.each(['changeRequests', 'failedActions', 'failedDeliveries'] as const)(
    'can be turned off: %s',
    async (kind) => {
      off = [kind]
      await watch.look()
      waiting(1)
      failed(1)
      failing(1)
      await watch.look()
      expect(onScreen()).toHaveLength(2)
      off = []
      // what happened meanwhile is no news
      await watch.look()
      await watch.look()
      expect(onScreen()).toHaveLength(2)
    },
  )

  it('is shown of what happened while the watch was looking already', async () => {
    await watch.look()
    const looking = watch.look()
    failing(1)
    waiting(1)
    await watch.look()
    await looking
    expect(onScreen()).toContain('Request 1 waits for your review')
    expect(onScreen()).toContain('Chat could not deliver')
  })

  it('names its profile where there are several', async () => {
    names = { home: 'Halyard', 'p-00000001': 'Staging' }
    await watch.look()
    failing(1)
    await watch.look()
    expect(shown.map(({ notice }) => notice.title)).toEqual([
      'Failed deliveries - Halyard',
      'Failed deliveries - Staging',
    ])
    click()
    expect(opened).toEqual([['p-00000001', '/integrations/1']])
  })

  it('does not wait for an instance that does not answer, or answers something else', async () => {
    await watch.look()
    answers['getWaitingChangeRequests'] = new Error('gone')
    answers['getFailedActions'] = { other: 'version' }
    failing(1)
    await watch.look()
    expect(onScreen()).toEqual(['Chat could not deliver'])
  })

  it('is gone with its profile, and with another person', async () => {
    await watch.look()
    failing(1)
    await watch.look()
    watch.forget('home')
    expect(onScreen()).toEqual([])
    await watch.look()
    expect(onScreen()).toEqual([])
    failing(1, 2)
    await watch.look()
    names = {}
    await watch.look()
    expect(onScreen()).toEqual([])
  })
})
