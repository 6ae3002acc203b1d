import type { IncomingHttpHeaders } from 'node:http'

import { describe, expect, it } from 'vitest'

import { inRanges } from '#kernel/address-ranges.ts'
import { readClient } from './client.ts'

const CLIENT = '203.0.113.7'
const isTrusted = inRanges(['127.0.0.1', '10.0.0.0/8'])
const addressFor = (headers: IncomingHttpHeaders, peer = '127.0.0.1') => readClient(peer, headers, isTrusted)

describe('the client behind a trusted proxy', () => {
  it.each<[string, IncomingHttpHeaders]>([
    ['the address that the proxy adds', { 'x-forwarded-for': CLIENT }],
    ['the last one, whatever the client sent', { 'x-forwarded-for': `198.51.100.1, ${CLIENT}` }],
    ['the last one that is not a proxy', { 'x-forwarded-for': `198.51.100.1, ${CLIENT}, 10.1.1.1` }],
    ['an address with a port', { 'x-forwarded-for': `${CLIENT}:4711` }],
    ['an element of Forwarded', { forwarded: `for=198.51.100.1, for=${CLIENT};proto=https` }],
    ['one in quotes', { forwarded: `For="${CLIENT}:4711"` }],
    ['one behind a quote left open', { forwarded: `for=198.51.100.1;x=", for=${CLIENT}` }],
    ['X-Forwarded-For of both headers', { 'x-forwarded-for': CLIENT, forwarded: 'for=198.51.100.1' }],
  ])('is %s', (_name, headers) => {
    expect(addressFor(headers)).toMatchObject({ ip: CLIENT, isShared: false, isHidden: false })
  })

  it.each([
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('may have the address %s', (sent, ip) => {
    expect(addressFor({ 'x-forwarded-for': sent })).toMatchObject({ ip, isShared: false })
  })

  it.each<IncomingHttpHeaders>([
    { 'x-forwarded-for': '' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '203.0.113.7, unknown' },
    { forwarded: 'for=_hidden' },
    { forwarded: 'proto=https' },
    { forwarded: 'for=203.0.113.7, proto=https' },
  ])('is hidden where the proxy does not name it: %j', (headers) => {
    expect(addressFor(headers)).toMatchObject({ ip: '127.0.0.1', isShared: true, isHidden: true })
  })

  it('is the proxy itself where no address is added', () => {
    expect(addressFor({})).toMatchObject({ ip: '127.0.0.1', isShared: true, isHidden: false })
  })

  it('uses https if the nearest proxy says so', () => {
    const isSecure = (headers: IncomingHttpHeaders) => addressFor(headers).isSecure
    expect(isSecure({ 'x-forwarded-proto': 'https' })).toBe(true)
    expect(isSecure({ 'x-forwarded-proto': 'http, HTTPS' })).toBe(true)
    expect(isSecure({ 'x-forwarded-proto': 'https, http' })).toBe(false)
    expect(isSecure({ forwarded: 'for=203.0.113.7;proto=https' })).toBe(true)
    expect(isSecure({})).toBe(false)
  })
})

describe('the client of a connection that is not of a trusted proxy', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' }

  it.each([
    ['203.0.113.7', false],
    ['192.168.1.7', true],
    ['172.17.0.1', true],
    ['fd00::7', true],
    ['::1', true],
    ['127.0.0.2', true],
  ])('is %s itself, whatever the headers say; it may be a proxy of many: %s', (peer, isShared) => {
    expect(addressFor(headers, peer)).toEqual({ ip: peer, isShared, isSecure: false, isHidden: true })
  })

  it.each([
    ['203.0.113.7', false],
    ['192.168.1.7', false],
    ['127.0.0.2', true],
  ])('without such headers is %s; it may be a proxy of many: %s', (peer, isShared) => {
    expect(addressFor({}, peer)).toEqual({ ip: peer, isShared, isSecure: false, isHidden: false })
  })
})
