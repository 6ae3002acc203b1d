import { TRPCClientError } from '@trpc/client'
import { flushSync } from 'svelte'
import { describe, expect, it } from 'vitest'

import { Submission } from './submission.svelte.ts'

const refused = (httpStatus: number, record: object) =>
  new TRPCClientError('refused', { result: { error: { data: { httpStatus, record } } } })
const fails = (error: Error) => () => Promise.reject(error)
const invalid = refused(400, {
  message: 'Bad',
  details: [
    { message: 'No name', path: '/body/name' },
    { message: 'Too far', path: '/body/range' },
  ],
})
const taken = refused(409, { message: 'The name is taken', details: [{ message: 'The name is taken' }] })

describe('the submission of a form', () => {
  it('is busy until it is done', async () => {
    const submission = new Submission()
    let finish = () => {}
    const done = submission.run(() => new Promise<void>((resolve) => (finish = resolve)))
    expect(submission.isBusy).toBe(true)
    finish()
    expect(await done).toBe(true)
    expect(submission.isBusy).toBe(false)
  })

  it('shows the error of each field at the field, and the rest elsewhere', async () => {
    const submission = new Submission({ shows: ['name', 'description'] })
    expect(await submission.run(fails(invalid))).toBe(false)
    expect(submission.isBusy).toBe(false)
    expect(submission.errorOf('name')).toBe('No name')
    expect(submission.errorOf('description')).toBeUndefined()
    expect(submission.others).toEqual(['Too far'])
  })

  it('shows that a name is taken at its field', async () => {
    const submission = new Submission({ shows: ['name', 'description'], conflict: 'name' })
    await submission.run(fails(taken))
    expect(submission.errorOf('name')).toBe('The name is taken')
    expect(submission.errorOf('description')).toBeUndefined()
    expect(submission.others).toEqual([])
  })

  it('shows a conflict without a field above the form', async () => {
    const submission = new Submission({ shows: ['name'] })
    await submission.run(fails(taken))
    expect(submission.errorOf('name')).toBeUndefined()
    expect(submission.others).toEqual(['The name is taken'])
  })

  it('keeps its error until it is sent again or cleared', async () => {
    const submission = new Submission()
    const denied = refused(403, { message: 'No.', decision: { explanation: ['You are a Viewer.'] } })
    await submission.run(fails(denied))
    expect(submission.refusal?.explanation).toEqual(['You are a Viewer.'])
    expect(submission.others).toEqual(['No.'])
    await submission.run(() => Promise.resolve())
    expect(submission.refusal).toBeUndefined()
    await submission.run(fails(new Error('gone')))
    expect(submission.others).toEqual(['gone'])
    submission.clear()
    expect(submission.others).toEqual([])
  })

  it('updates the form when it changes', async () => {
    const submission = new Submission({ shows: ['name'] })
    const seen: string[][] = []
    const stop = $effect.root(() => {
      $effect(() => {
        seen.push(submission.others)
      })
    })
    flushSync()
    await submission.run(fails(invalid))
    flushSync()
    expect(seen).toEqual([[], ['Too far']])
    stop()
  })
})
