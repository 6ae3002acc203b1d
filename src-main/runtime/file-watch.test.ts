import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { readStamp, watchFile } from './file-watch.ts'

let temp: ReturnType<typeof makeTempFolder>
let file: string
let end: () => void = () => undefined
beforeEach(() => {
  temp = makeTempFolder()
  file = path.join(temp.folder, 'flags.yaml')
  writeFileSync(file, '1')
})
afterEach(() => {
  end()
  temp.remove()
})

const callsOf = (onChange: ReturnType<typeof vi.fn>, count: number) =>
  expect.poll(() => onChange.mock.calls.length).toBe(count)

describe('a watched file', () => {
  it('is reported once for several saves, and again when an editor replaces it', async () => {
    const onChange = vi.fn()
    end = watchFile(file, { since: await readStamp(file), everyMs: 20, onChange })
    writeFileSync(file, '12')
    writeFileSync(file, '123')
    await callsOf(onChange, 1)
    writeFileSync(`${file}~`, '456')
    renameSync(`${file}~`, file)
    await callsOf(onChange, 2)
  })

  it('is not reported while it is missing, but when it is back', async () => {
    const onChange = vi.fn()
    const since = await readStamp(file)
    rmSync(file)
    end = watchFile(file, { since, everyMs: 5, onChange })
    await expect.poll(() => readStamp(file)).toBeUndefined()
    expect(onChange).not.toHaveBeenCalled()
    writeFileSync(file, '1')
    await callsOf(onChange, 1)
  })

  it('has been saved since it was read, before the watch began', async () => {
    const onChange = vi.fn()
    const since = await readStamp(file)
    writeFileSync(file, 'other')
    end = watchFile(file, { since, everyMs: 5, onChange })
    await callsOf(onChange, 1)
  })
})
