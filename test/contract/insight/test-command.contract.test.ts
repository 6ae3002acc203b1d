import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { inParts, watch } from '#main/cli/test-command.ts'
import { startHalyard } from '#main/testing/start-halyard.ts'
import { MAX_SENT, RUN_LIMIT } from '#shared/insight/contract/expectations.ts'
import { ExpectationRun } from '#shared/insight/schemas/expectation.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { blocksOf } from '#support/service/documented-commands.ts'
import { runCommandLine } from '#support/service/run-command-line.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** The file of the page, as readers copy it. */
const EXAMPLE = blocksOf('docs/expectations.md').find(({ language }) => language === 'yaml')?.text ?? ''
const FAILURE = blocksOf('docs/expectations.md').find(({ language }) => language === 'text')?.text ?? ''
/** The same with a smaller rollout. */
const BROKEN = EXAMPLE.replace('rollout: 50', 'rollout: 10')
const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')

const temp = makeTempFolder()
const file = path.join(temp.folder, 'flags.yaml')
let app: TestBackend
let url = ''
beforeAll(async () => {
  app = await startBackend()
  url = await app.backend.listen('auto')
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await app.stop()
  temp.remove()
})

const test = (text: string, ...args: string[]) => {
  writeFileSync(file, text)
  return runCommandLine('test', file, ...args)
}

describe('halyard test FILE', () => {
  it('checks the file of the page', async () => {
    expect(await test(EXAMPLE)).toEqual({ status: 0, out: '3 passed\n', error: '' })
  })

  it('names what failed, with the rule that decided, as the page shows', async () => {
    expect(BROKEN).not.toBe(EXAMPLE)
    expect(await test(BROKEN)).toEqual({ status: 1, out: FAILURE, error: '' })
  })

  it('prints JSON and JUnit', async () => {
    const json = ExpectationRun.parse(JSON.parse((await test(BROKEN, '--format', 'json')).out))
    expect([json.passed, json.failed]).toEqual([2, 1])
    const { out, status } = await test(
      BROKEN.replace('half of Norway gets', '"<half> & \\"more\\"\\x01 of Norway gets').replace(
        'the new checkout\n',
        'the new checkout"\n',
      ),
      '--format',
      'junit',
    )
    expect(status).toBe(1)
    expect(out).toContain('<testsuites tests="3" failures="1">')
    expect(out).toContain(
      '<testcase classname="checkout.development" name="&lt;half&gt; &amp; &quot;more&quot;\ufffd of Norway gets the new checkout">',
    )
    expect(out).toContain('<testcase classname="access" name="user ben: UPDATE_FEATURE in project default"/>')
    expect(
      out.match(/<failure message="expected on for 50% ± 5%, is on for [^"]+">userId=user-1/g),
    ).toHaveLength(1)
  })

  it.each([
    [
      'expect:\n  - flag: nowhere\n    environment: development\n    expect: { enabled: true }\n',
      'expect[0].flag: There is no flag named "nowhere"',
    ],
    [
      'expect:\n  - access: { group: devs }\n    permission: CREATE_PROJECT\n    allowed: true\n',
      'expect[0].access.group: There is no group named "devs"',
    ],
    ['expect:\n  - flag: a\n    expect: { enabled: true }\n', 'expect[0].environment: is required'],
    ['expect:\n  - flag: a\n    environment: development\n    expects: 1\n', 'Unrecognized key: "expects"'],
  ])('of an invalid file names file, line and path, with a status of its own (%#)', async (text, fault) => {
    const { status, error } = await test(`scenario: 1\n${text}`)
    expect([status, error]).toEqual([2, expect.stringContaining(fault)])
    expect(error).toMatch(/flags\.yaml:\d/)
  })

  it('says how it is used', async () => {
    for (const args of [
      [],
      ['a.yaml', 'b.yaml'],
      ['--watch', '--url', url],
      [file, '--format', 'xml'],
      [file, '--flag', 'x'],
    ])
      expect((await runCommandLine('test', ...args, '--token', 'x')).status, args.join(' ')).toBe(2)
    expect(await runCommandLine('test', 'missing.yaml')).toMatchObject({
      status: 2,
      error: expect.stringContaining('there is no such file') as string,
    })
    expect(await test('scenario: 1\n')).toMatchObject({ status: 0, out: 'There are no expectations.\n' })
  })
})

describe('halyard test --url', () => {
  it('checks the expectations of an instance, and those of a file there', async () => {
    vi.stubEnv('HALYARD_TOKEN', ADMIN)
    const applied = await app.call(applyScenario, { body: { text: BROKEN } })
    expect(applied.status, applied.text).toBe(200)
    const own = await runCommandLine('test', '--url', url)
    expect([own.status, own.out]).toEqual([1, FAILURE])
    expect((await runCommandLine('test', '--url', url, '--flag', 'other')).out).toBe(
      'There are no expectations.\n',
    )
    const kept = EXAMPLE.replace('share: 50', 'share: 10')
    expect(await test(kept, '--url', url)).toMatchObject({ status: 0, out: '3 passed\n' })
  })

  it('sends many in parts that a request may have, all of them in order', () => {
    const one = { flag: 'checkout', environment: 'development', expect: { enabled: true } }
    const long = { ...one, contexts: [{ text: 'ø'.repeat(2000) }] }
    const all = [...Array<typeof one>(2500).fill(one), ...Array<typeof long>(300).fill(long)]
    const parts = [...inParts(all)]
    expect(parts.flat()).toEqual(all)
    for (const expectations of parts) {
      expect(expectations.length).toBeLessThanOrEqual(MAX_SENT)
      expect(Buffer.byteLength(JSON.stringify({ expectations }))).toBeLessThanOrEqual(RUN_LIMIT)
    }
    expect(parts.length).toBeLessThan(8)
    expect([...inParts([])]).toEqual([])
  })

  it('says what keeps it from checking', async () => {
    const { status, error } = await runCommandLine('test', '--url', url, '--token', 'user:wrong')
    expect([status, error]).toEqual([2, expect.stringContaining('answers 401')])
  })
})

describe('halyard apply --test', () => {
  it('changes nothing if an expectation of the instance would fail, and says why', async () => {
    vi.stubEnv('HALYARD_TOKEN', ADMIN)
    const apply = (text: string, ...more: string[]) => {
      writeFileSync(file, text)
      return runCommandLine('apply', file, '--url', url, ...more)
    }
    const exported = () => runCommandLine('export', '--scenario', '--url', url)
    expect((await apply(EXAMPLE, '--test')).status).toBe(0)
    const before = await exported()
    // the expectations are those of the instance: this file has none
    const off =
      'scenario: 1\nflags: [{ name: checkout, environments: { development: { enabled: false } } }]\n'
    const refused = await apply(off, '--test')
    expect(refused.status).toBe(1)
    expect(refused.error).toContain(
      'half of Norway gets the new checkout: expected on for 50% ± 5%, is on for 0%',
    )
    expect(refused.error).toContain('Off: it is disabled in this environment.')
    expect(await exported()).toEqual(before)
    // access counts as it would be
    const admin = 'scenario: 1\nusers: [{ username: ben, rootRole: Admin }]\n'
    expect((await apply(admin, '--test')).error).toContain('Admin: may do everything.')
    expect((await apply(off)).status).toBe(0)
    expect((await apply(off, '--test')).error).toContain('would fail')
    expect((await apply(off, '--test', '--plan')).status).toBe(3)
  })
})

describe('halyard test --watch', () => {
  it('checks after each save, until it is told to stop', async () => {
    writeFileSync(file, 'first')
    const told = new AbortController()
    let hear: (text: string) => void = () => undefined
    const next = () => new Promise<string>((resolve) => (hear = resolve))
    const first = next()
    const check = () => {
      const text = readFileSync(file, 'utf8')
      hear(text)
      return Promise.resolve(text.length)
    }
    const ended = watch(file, check, told.signal)
    expect(await first).toBe('first')
    const second = next()
    appendFileSync(file, ' second')
    expect(await second).toBe('first second')
    told.abort()
    expect(await ended).toBe('first second'.length)
  })
})

describe('halyard/testing', () => {
  it('checks the expectations of its scenario, and others', async () => {
    const halyard = await startHalyard({ scenario: EXAMPLE }, { wasmFile })
    try {
      expect(await halyard.assert.expectations()).toBe(3)
      await halyard.flags.set('checkout', false)
      await expect(halyard.assert.expectations()).rejects.toThrow(
        /✗ half of Norway[^]*is disabled in this environment/,
      )
      const off = { flag: 'checkout', environment: 'development', expect: { enabled: false } }
      expect(await halyard.assert.expectations([off])).toBe(1)
    } finally {
      await halyard.stop()
    }
  })
})
