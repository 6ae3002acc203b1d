import { expect, it } from 'vitest'

import { MAX_LISTED_SDKS } from '#shared/clients/schemas/propagation.ts'
import type { Actor } from '#kernel/caller.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import { SdkRevisions } from './sdk-revisions.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const actor = { kind: 'backend-token' } as Actor
let revision = 1
const board = () => new SdkRevisions({ revisionOf: () => revision })
const noteAsked = (revisions: SdkRevisions, appName: string, at: Date, environment = 'production') =>
  revisions.note(
    { actor },
    { 'unleash-appname': appName },
    { way: 'poll', environment, projects: ['*'], revision, at },
  )

it('lists those first that have been behind for longest, and remembers 5,000', () => {
  revision = 1
  const revisions = board()
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
  for (let index = 0; index < 6000; index++) noteAsked(revisions, `app-${index}`, NOW)
  expect(revisions.list(NOW, new Set()).environments).toEqual([
    { environment: 'production', revision: 1, sdks: 5000, behind: 0 },
  ])
  const changeAt = (at: Date) => {
    revision += 1
    revisions.noteEvents([{ affectsClients: true, createdAt: at.toISOString() } as CommittedEvent])
  }
  changeAt(later(1))
  for (let index = 1000; index < 5998; index++) noteAsked(revisions, `app-${index}`, later(2))
  changeAt(later(3))
  noteAsked(revisions, 'app-5000', later(4))
  const { sdks, environments } = revisions.list(later(5), new Set())
  expect(environments).toEqual([{ environment: 'production', revision: 3, sdks: 5000, behind: 4999 }])
  expect(sdks).toHaveLength(MAX_LISTED_SDKS)
  expect(sdks.slice(0, 3).map(({ appName, behindSince }) => [appName, behindSince])).toEqual([
    ['app-5998', later(1).toISOString()],
    ['app-5999', later(1).toISOString()],
    ['app-1000', later(3).toISOString()],
  ])
})
