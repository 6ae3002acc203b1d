import { expect, it } from 'vitest'

import { measureTurns } from '#support/runner/processor-time.ts'
import { readText } from './parse-in-steps.ts'

const CHUNK = 64 * 1024
const MEGABYTES = 64

const bodyOf = (chunks: Iterable<Uint8Array>) =>
  new Response(ReadableStream.from(chunks) as ReadableStream<Uint8Array>)

it('a body is read as text as the platform reads it, wherever its chunks are cut', async () => {
  const bytes = Buffer.concat([Buffer.from('\uFEFF{"a":"é€😀"}'), Buffer.from([0xff, 0xc3])])
  const whole = await new Response(bytes).text()
  for (let cut = 0; cut <= bytes.length; cut += 1)
    expect(await readText(bodyOf([bytes.subarray(0, cut), bytes.subarray(cut)]))).toBe(whole)
  expect(await readText(new Response(null))).toBe('')
})

it('a body that breaks off is an error', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('{"a":'))
      controller.error(new TypeError('terminated'))
    },
  })
  await expect(readText(new Response(body))).rejects.toThrow('terminated')
})

it('a long body is read in short turns', async () => {
  function* chunks() {
    for (let index = 0; index < (MEGABYTES * 2 ** 20) / CHUNK; index += 1) yield Buffer.alloc(CHUNK, 'x')
  }
  const turns: number[] = []
  for (let round = 0; round < 3; round += 1)
    turns.push((await measureTurns(() => readText(bodyOf(chunks())))).longest)
  // the goal is 50; the best of three, as the collection of garbage falls into any of them
  expect(Math.min(...turns)).toBeLessThan(40)
})
