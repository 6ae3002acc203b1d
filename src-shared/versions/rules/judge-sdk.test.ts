import { createRequire } from 'node:module'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { judgeSdk, oldSdks, type SdkVerdict } from './judge-sdk.ts'
import { KNOWN_SDKS } from './sdk-table.ts'
import { readSdk } from './sdk.ts'

const packageVersion = (name: string) =>
  (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version

const SERVERS = ['4.0.0', '5.12.8', '6.10.1', '7.6.5', '8.2.0']

describe('an SDK version against a server version', () => {
  it.each<[string, string, SdkVerdict, RegExp]>([
    ['unleash-client:6.12.1', '8.2.0', 'supported', /meets all/],
    ['unleash-client-node:6.12.1', '8.2.0', 'supported', /meets all/],
    ['unleash-node-sdk:6.12.1', '8.2.0', 'supported', /meets all/],
    ['unleash-client-node:5.6.1', '8.2.0', 'supported', /meets all/],
    ['unleash-client-node:4.2.0', '8.2.0', 'supported', /meets all/],
    ['unleash-client-node:4.1.1', '8.2.0', 'outdated', /before 4\.2\.0 ignore dependencies/],
    ['unleash-client-node:3.21.0', '8.2.0', 'outdated', /before 4\.1\.0 ignore variants of strategies/],
    ['unleash-client-node:3.0.0', '8.2.0', 'outdated', /before 3\.12\.0 know no constraint operators/],
    ['unleash-client-node:2.2.0', '8.2.0', 'unsupported', /before 2\.3\.0 cannot send an API token/],
    ['unleash-client-node:2.3.0', '8.2.0', 'unsupported', /made for server 2/],
    ['unleash-client-node:3.0.0', '3.17.0', 'supported', /meets all/],
    ['unleash-client-node:2.2.0', '3.17.0', 'unsupported', /made for server 2/],
    ['unleash-client-rust:0.12.0', '3.17.0', 'unknown', /not known/],
    ['unleash-client-node:3.21.0', '4.23.0', 'supported', /meets all/],
    ['unleash-client-java:8.4.0', '8.2.0', 'supported', /meets all/],
    ['unleash-client-java:8.3.0', '8.2.0', 'outdated', /before 8\.4\.0/],
    ['unleash-client-java:2.1.1', '8.2.0', 'unsupported', /API token/],
    ['unleash-client-java:3.3.0', '4.9.0', 'unknown', /not known/],
    ['unleash-client-python:5.8.0', '8.2.0', 'outdated', /before 5\.9\.0/],
    ['UnleashClientRuby/4.4.1', '8.2.0', 'outdated', /before 4\.5\.0.*before 4\.6\.0/],
    [
      'unleash-client-go:3.9.1',
      '8.2.0',
      'outdated',
      /not known from which version on it can send an API token/,
    ],
    ['unleash-client-go:4.5.0', '8.2.0', 'supported', /meets all/],
    ['unleash-client-dotnet:3.4.0', '8.2.0', 'supported', /meets all/],
    ['unleash-client-php:2.2.0', '8.2.0', 'supported', /meets all/],
    ['unleash-client-rust:0.12.0', '8.2.0', 'unknown', /not known/],
    ['unleash-edge:19.1.3', '8.2.0', 'supported', /meets all/],
    ['unleash-edge:19.1.2', '8.2.0', 'outdated', /lose metrics/],
    ['unleash-edge:19.1.2', '5.12.8', 'supported', /meets all/],
    ['unleash-js@3.7.4', '8.2.0', 'supported', /server evaluates/],
    ['unleash-proxy-client:3.8.2', '4.18.0', 'supported', /server evaluates/],
    ['unleash-proxy-client:3.8.2', '4.17.0', 'unsupported', /no frontend API/],
    ['unleash-client-android:1.0.0', '8.2.0', 'unknown', /not known/],
    ['unleash-client-elixir:1.0.0', '8.2.0', 'unknown', /none of the known SDKs/],
  ])('%s with server %s is %s', (text, server, verdict, reason) => {
    const judged = judgeSdk(readSdk(text), server)
    expect(judged.verdict).toBe(verdict)
    expect(judged.reason).toMatch(reason)
  })

  it.each([
    [
      'unleash-client-node:2.2.0',
      'Versions before 3.0.0 are made for server 2: their hash puts users into other groups of gradual rollouts. ' +
        'Versions before 2.3.0 cannot send an API token, which servers from 4.0.0 on require. ' +
        'Versions before 3.12.0 know no constraint operators but IN and NOT_IN. ' +
        'Versions before 4.1.0 ignore variants of strategies. ' +
        'Versions before 4.2.0 ignore dependencies between flags.',
    ],
    ['unleash-client-node:4.1.1', 'Versions before 4.2.0 ignore dependencies between flags.'],
    [
      'unleash-client-go:3.9.1',
      'Versions before 3.9.2 ignore dependencies between flags. ' +
        'It is not known from which version on it can send an API token.',
    ],
  ])('%s is told all that it lacks, and nothing else', (text, reason) => {
    expect(judgeSdk(readSdk(text), '8.2.0').reason).toBe(reason)
  })

  it.each([
    ['nothing', undefined, '8.2.0', 'It names no SDK and version.'],
    [
      'a word for a version',
      { name: 'unleash-client-node', version: 'latest' },
      '8.2.0',
      '"latest" is not a version.',
    ],
    ['a name without a version', readSdk('unleash-client-node'), '8.2.0', 'It names no SDK and version.'],
    [
      'a word for the version of the server',
      readSdk('unleash-client-node:6.0.0'),
      'eight',
      'The server version "eight" is not a version.',
    ],
  ])('a version that cannot be read is unknown: %s', (_what, sdk, server, reason) => {
    expect(judgeSdk(sdk, server)).toMatchObject({ verdict: 'unknown', reason })
  })

  it('an unknown SDK is never unsupported', () => {
    const names = new Set(KNOWN_SDKS.flatMap((sdk) => sdk.names))
    const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.string(), version, fc.constantFrom(...SERVERS), (name, number, server) => {
        fc.pre(!names.has(name.toLowerCase()))
        expect(judgeSdk({ name, version: number }, server).verdict).toBe('unknown')
      }),
    )
  })

  it.each(['unleash-client', 'unleash-client-5'])(
    'the installed %s, which old-sdks.long.test.ts runs, is supported by every server from 4 on',
    (name) => {
      const sdk = { name: 'unleash-client-node', version: packageVersion(name) }
      for (const server of SERVERS) expect(judgeSdk(sdk, server).verdict, server).toBe('supported')
    },
  )

  it.each(['unleash-client-3', 'unleash-client-4'])(
    'the installed %s, which old-sdks.long.test.ts runs, works, but misses features',
    (name) => {
      const sdk = { name: 'unleash-client-node', version: packageVersion(name) }
      expect(judgeSdk(sdk, '8.2.0').verdict).toBe('outdated')
    },
  )
})

it('a name belongs to one SDK, in any letter case', () => {
  const names = KNOWN_SDKS.flatMap((sdk) => sdk.names)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.map((name) => name.toLowerCase()))
})

it('an application lists only its old SDKs', () => {
  const texts = ['unleash-client-node:6.12.1', 'unleash-client-node:4.1.1', 'unleash-client-rust:0.1.0', 'x']
  const refused = 'unleash-client-node:2.2.0'
  expect(oldSdks([...texts, refused], '8.2.0').map(({ sdk, verdict }) => [sdk, verdict])).toEqual([
    ['unleash-client-node:4.1.1', 'outdated'],
    [refused, 'unsupported'],
  ])
})
