import { execFileSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { toCurl } from './curl.ts'

it.runIf(process.platform !== 'win32')(
  'a curl command is one shell command whose words keep their text, whatever they contain',
  () => {
    const nasty = `'; echo gone; '$(echo gone)\`echo gone\`"`
    const line = toCurl(
      'http://localhost:4242',
      { method: 'POST', path: `/a/${nasty}`, body: { name: nasty } },
      '$TOKEN',
    )
    const script = `curl() { for word in "$@"; do printf '%s\\n' "$word"; done; }\nTOKEN=secret\n${line}`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')).toEqual([
      '-X',
      'POST',
      `http://localhost:4242/a/${nasty}`,
      '-H',
      'Authorization: secret',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify({ name: nasty }),
    ])
  },
)
