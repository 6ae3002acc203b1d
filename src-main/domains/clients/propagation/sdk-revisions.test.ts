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

it('knows the first SDK with a change, of its environment and project, unless that was too long ago', () => {
  revision = 7
  const revisions = board()
  revisions.begin(7)
  const note = (appName: string, at: number, has: number, projects = ['*'], environment = 'production') =>
    revisions.note(
      { actor },
      { 'unleash-appname': appName },
      { way: 'poll', environment, projects, revision: has, at: new Date(at) },
    )
  const firstWith = (change: number, project = 'shop') =>
    revisions.firstWith({ environment: 'production', revision: change, project })?.appName
  const isKnown = (change: number) =>
    revisions.firstWith({ environment: 'production', revision: change, project: 'shop' }) !== undefined
  note('before', 1, 7)
  expect([isKnown(7), isKnown(8), firstWith(8)]).toEqual([false, true, undefined])
  note('elsewhere', 2, 9, ['*'], 'development')
  note('other project', 3, 9, ['other'])
  expect(firstWith(8)).toBeUndefined()
  // it has this change with a later one
  note('first', 4, 9)
  note('second', 5, 9)
  note('own project', 6, 9, ['shop'])
  note('later', 7, 12)
  expect([firstWith(8), firstWith(9), firstWith(10), firstWith(8, 'other')]).toEqual([
    'first',
    'first',
    'later',
    'other project',
  ])
  for (let has = 13; has < 2013; has++) note('many', has, has)
  expect([isKnown(8), isKnown(12), isKnown(13), firstWith(2012)]).toEqual([false, false, true, 'many'])
})

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
