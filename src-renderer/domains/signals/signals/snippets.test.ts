import { execFileSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'

import { SAMPLE_PAYLOAD, SENDERS, toSenderCode } from './snippets.ts'

const sending = {
  url: 'http://127.0.0.1:4242',
  endpoint: 'alerts',
  token: 'signal:abc',
  payload: { text: `it's "quoted" \\ and ä`, on: true, none: null },
}

describe('a code snippet that sends a signal', () => {
  it.each(SENDERS.map(({ id }) => id))('in %s names the address and the token', (id) => {
    const code = toSenderCode(id, sending)
    expect(code).toContain('http://127.0.0.1:4242/api/signal-endpoint/alerts')
    expect(code).toContain('Bearer signal:abc')
  })

  it('in shell passes the payload unchanged', () => {
    const code = toSenderCode('curl', sending).replace(/^curl/, 'printf "%s\\n"')
    const said = execFileSync('sh', ['-c', code], { encoding: 'utf8' }).trimEnd().split('\n')
    expect(JSON.parse(said.at(-1) ?? '')).toEqual(sending.payload)
    expect(said).toContain('Authorization: Bearer signal:abc')
  })

  it('in JavaScript is valid', () => {
    const code = toSenderCode('node', { ...sending, payload: SAMPLE_PAYLOAD })
    expect(code).toContain('"severity": "critical"')
  })

  it('in Python writes the same payload', () => {
    const [, literal = ''] = /data=(".*")\.encode\(\)/.exec(toSenderCode('python', sending)) ?? []
    // a JSON text is a Python text, too
    expect(JSON.parse(JSON.parse(literal) as string)).toEqual(sending.payload)
  })
})
