import { waitFor } from '@testing-library/svelte'
import { QueryObserver } from '@tanstack/svelte-query'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { AppRouter } from '#main/app/app-router.ts'
import { WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import { isOwnWrite, leaveAfterWrite, readOwnWrites } from './own-writes.ts'
import { keys, queryClient } from './queries.ts'

/** A service with one list. Its stream of changes is not connected. */
let stored: string[]
let answerOfWrite: () => unknown
let reads: (() => void)[]

const service: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      try {
        const data = op.type === 'mutation' ? answerOfWrite() : 'read'
        void Promise.resolve(data).then((answer) => {
          observer.next({ result: { type: 'data', data: answer } })
          observer.complete()
        })
      } catch (error) {
        observer.error(error as TRPCClientError<AppRouter>)
      }
    })
const api = createTRPCClient<AppRouter>({ links: [readOwnWrites, service] })
const write = (options?: Parameters<typeof api.createTagType.mutate>[1]) =>
  api.createTagType.mutate({ body: { name: 'new' } }, options)

let list: QueryObserver<string[]>
let stop: () => void

beforeEach(async () => {
  stored = ['old']
  reads = []
  answerOfWrite = () => {
    stored = ['old', 'new']
    return new WriteAnswer({ name: 'new' }, [{ id: 7, type: 'tag-type-created' }])
  }
  const queryFn = () => {
    const read = stored
    return new Promise<string[]>((resolve) => reads.push(() => resolve(read)))
  }
  list = new QueryObserver<string[]>(queryClient, { queryKey: keys.tagTypes, queryFn })
  stop = list.subscribe(() => undefined)
  reads[0]?.()
  await waitFor(() => expect(list.getCurrentResult().data).toEqual(['old']))
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
})

it('a write resolves once the affected screens show it, without the change stream', async () => {
  let answer: unknown
  const written = write().then((made) => (answer = made))
  await waitFor(() => expect(reads).toHaveLength(2))
  expect(answer).toBeUndefined()
  reads[1]?.()
  await written
  expect(answer).toEqual({ name: 'new' })
  expect(list.getCurrentResult().data).toEqual(['old', 'new'])
})

it('a write waits a bounded time for a slow screen', async () => {
  vi.useFakeTimers()
  const written = write()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await written).toEqual({ name: 'new' })
})

it('a page of a deleted item is left before its data is read again', async () => {
  const seen: number[] = []
  const written = write(leaveAfterWrite(() => void seen.push(reads.length)))
  await waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.()
  await written
  expect(seen).toEqual([1])
})

it('a change in an answer is recognised in the stream, even before the answer', async () => {
  let answer = (_written: WriteAnswer) => {}
  answerOfWrite = () => new Promise<WriteAnswer>((resolve) => (answer = resolve))
  const written = write()
  const isOwn = isOwnWrite({ id: 8 })
  answer(new WriteAnswer({}, [{ id: 8, type: 'tag-type-created' }]))
  expect(await isOwn).toBe(true)
  await waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.()
  await written
  expect(await isOwnWrite({ id: 9 })).toBe(false)
})

it('a write without changes refreshes nothing', async () => {
  answerOfWrite = () => ({ name: 'same' })
  expect(await write()).toEqual({ name: 'same' })
  expect(reads).toHaveLength(1)
})

it('an error that asks for a change request reads the rules of the project again', async () => {
  const queryFn = vi.fn(() => Promise.resolve('rules'))
  const rules = new QueryObserver(queryClient, { queryKey: keys.project('shop'), queryFn })
  const end = rules.subscribe(() => undefined)
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1))
  const record = { message: 'No', changeRequest: { project: 'shop', environment: 'production' } }
  answerOfWrite = () => {
    throw new TRPCClientError('refused', { result: { error: { data: { httpStatus: 403, record } } } })
  }
  await expect(write()).rejects.toThrow('refused')
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  end()
})
