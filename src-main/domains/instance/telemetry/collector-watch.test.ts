import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { expect, it, vi } from 'vitest'

import { CollectorWatch } from './collector-watch.ts'

const RECEIVER = {
  url: 'http://127.0.0.1:4318/v1/metrics',
  headers: {},
  isProtobuf: true,
  isPacked: false,
  timeoutMs: 1000,
}

it('a collector that fails is in the log once, however it fails, and again when it works', () => {
  const [warn, info] = [vi.fn(), vi.fn()]
  const watch = new CollectorWatch(RECEIVER, 'metrics', { warn, info })
  let error: Error | undefined
  const exporter = watch.over({
    export: (_items: null, done: (result: ExportResult) => void) =>
      done(error ? { code: ExportResultCode.FAILED, error } : { code: ExportResultCode.SUCCESS }),
  })
  const send = (failure?: Error) => {
    error = failure
    exporter.export(null, () => undefined)
  }
  send()
  send(Object.assign(new Error('late'), { name: 'TimeoutError' }))
  send(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  watch.noteLate()
  expect(warn.mock.calls).toEqual([
    [
      { telemetry: 'metrics', host: '127.0.0.1:4318', problem: '127.0.0.1:4318 did not answer in time.' },
      'telemetry is not accepted',
    ],
  ])
  send()
  send()
  expect(info).toHaveBeenCalledTimes(1)
  send(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect(warn).toHaveBeenCalledTimes(2)
})
