import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { askApp, faultOf, listed, LOOK, signal, startProfiles } from '#support/stages/profiles-stage.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { eventually } from '#support/runner/eventually.ts'
import { StandInUpstream } from '#support/stand-ins/stand-in-upstream.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import type { Profiles } from './profiles.ts'

const TOKEN = '*:staging.a-token-of-the-upstream'
const OTHER = '*:production.another-token'

let temp: ReturnType<typeof makeTempFolder>
let profiles: Profiles
let upstream: StandInUpstream

beforeEach(async () => {
  temp = makeTempFolder()
  profiles = await startProfiles(temp.folder)
  upstream = new StandInUpstream()
  upstream.add(TOKEN)
  await upstream.listen()
})
afterEach(async () => {
  await profiles.closeAll()
  await upstream.stop()
  temp.remove()
})

const mirror = (tokens = [TOKEN], url = upstream.url) =>
  profiles.create({ kind: 'local', ...LOOK, name: 'Mirror', port: 'auto', mirror: { url, tokens } })
const stateOf = (id: string) =>
  askApp(profiles, 'mirrorState', 'query', { id }) as Promise<MirrorState | null>
/** Names of the flags that its window shows. */
const flagsOf = async (id: string) => {
  const connection = await profiles.open(id)
  const answer = await connection.answer({
    path: 'searchFeatures',
    type: 'query',
    input: { query: {} },
    signal,
  })
  return (answer as { features: { name: string }[] }).features.map(({ name }) => name)
}

describe('a local profile that mirrors another instance', () => {
  it('follows it as soon as it is created, with a data folder of its own', async () => {
    const id = await mirror()
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({
        url: upstream.url,
        sources: [{ environment: 'staging', flags: 1, problem: null }],
      }),
    )
    expect(await flagsOf(id)).toEqual(['default-staging'])
    expect(await flagsOf('home')).toEqual([])
    expect(listed(profiles)).toMatchObject([
      { id: 'home', mirrorOf: null },
      { name: 'Mirror', mirrorOf: upstream.url, isOpen: true },
    ])
  })

  it('has its flags after a restart while the upstream is away, and follows on once it is back', async () => {
    const id = await mirror()
    await eventually(async () => expect(await flagsOf(id)).toEqual(['default-staging']))
    const { port } = new URL(upstream.url)
    await profiles.closeAll()
    await upstream.stop()
    profiles = await startProfiles(temp.folder)
    expect(await flagsOf(id)).toEqual(['default-staging'])
    await eventually(async () =>
      expect(await stateOf(id)).toMatchObject({ sources: [{ problem: expect.any(String) as string }] }),
    )
    upstream = new StandInUpstream()
    upstream.add(TOKEN)
    await upstream.listen(Number(port))
    await profiles.close(id)
    await profiles.open(id)
    await eventually(async () => expect(await stateOf(id)).toMatchObject({ sources: [{ problem: null }] }))
  })

  it('keeps tokens sealed, and tells them to no window and no file', async () => {
    const id = await mirror()
    const stored = readFileSync(path.join(temp.folder, 'home/window/profiles.json'), 'utf8')
    expect(stored).toContain(upstream.url)
    const told = [stored, JSON.stringify(listed(profiles)), JSON.stringify(profiles.export(id))]
    for (const text of told) expect(text).not.toContain('a-token-of-the-upstream')
  })

  it.each([
    [
      'an unknown token',
      () => mirror(['*:staging.none']),
      '/body/mirror/tokens: It refuses the token (401).',
    ],
    ['the second of two', () => mirror([TOKEN, '*:*.admin']), '/body/mirror/tokens: Token 2: An admin token'],
    ['a text that is none', () => mirror(['secret']), '/body/mirror/tokens: A token has the form'],
    ['nobody there', () => mirror([TOKEN], 'http://127.0.0.1:9'), '/body/mirror/url: '],
    ['something else', () => ((upstream.mode = 'nonsense'), mirror()), '/body/mirror/url: Its answer is not'],
  ])('is not created with %s: the field at fault is named', async (_what, work, fault) => {
    expect(await faultOf(work())).toContain(fault)
    expect(listed(profiles)).toHaveLength(1)
  })

  it('follows another environment after its tokens were changed, and is the same while they are refused', async () => {
    const id = await mirror()
    await eventually(async () => expect(await flagsOf(id)).toEqual(['default-staging']))
    const change = { mirror: { url: upstream.url, tokens: [OTHER] } }
    expect(await faultOf(profiles.change(id, change))).toContain('/body/mirror/tokens')
    expect(profiles.connectionOf(id)).toBeDefined()
    upstream.add(OTHER)
    await profiles.change(id, change)
    expect(profiles.connectionOf(id)).toBeUndefined()
    await eventually(async () => expect(await flagsOf(id)).toEqual(['default-production']))
  })

  it('sends its tokens to no other address', async () => {
    const id = await mirror()
    const other = new StandInUpstream()
    await other.listen()
    expect(await faultOf(profiles.change(id, { mirror: { url: other.url } }))).toBe(
      '/body/mirror/tokens: Enter the tokens of the new address.',
    )
    expect(other.polls).toEqual([])
    await other.stop()
  })

  it('is imported without its tokens, and says that it has none', async () => {
    const file = profiles.export(await mirror())
    expect(file).toMatchObject({ kind: 'local', mirrorOf: upstream.url })
    const id = profiles.import(file)
    await profiles.open(id)
    expect(await stateOf(id)).toMatchObject({ url: upstream.url, sources: [] })
    await profiles.change(id, { mirror: { url: upstream.url, tokens: [TOKEN] } })
    await eventually(async () => expect(await flagsOf(id)).toEqual(['default-staging']))
  })

  it('refuses changes of flags, with the address to go to', async () => {
    const connection = await profiles.open(await mirror())
    const input = { params: { projectId: 'default' }, body: { name: 'mine' } }
    const create = connection.answer({ path: 'createFeature', type: 'mutation', input, signal })
    await expect(create).rejects.toThrow(upstream.url)
  })
})
