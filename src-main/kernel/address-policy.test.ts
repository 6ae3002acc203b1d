import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hostOf, isAllowedAddress, isLoopbackHost, isPublicAddress } from './address-policy.ts'

/** One of each range that is not for the public internet (IANA's special-purpose registries). */
const NOT_PUBLIC = [
  ...['0.1.2.3', '10.1.1.1', '100.64.1.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::2', '::ffff:127.0.0.1', '::ffff:10.0.0.1'],
  ...[
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:db8::1',
  ],
  ...[
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ],
]

describe('the address policy', () => {
  it.each(NOT_PUBLIC)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('treats an IPv4 address in the last part of an IPv6 address as not public', () => {
    for (const text of ['http://[::127.0.0.1]/', 'http://[::7f00:1]/', 'http://[::8.8.8.8]/'])
      expect(isPublicAddress(hostOf(new URL(text)))).toBe(false)
  })

  it('treats no address as public whose first 96 bits are zero', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(0xffff), (high, low) => {
        expect(isPublicAddress(`::${high.toString(16)}:${low.toString(16)}`)).toBe(false)
      }),
    )
  })

  it('rejects text that is not an address, unless its host is allowed', () => {
    expect(isPublicAddress('localhost')).toBe(false)
    const policy = { allowPrivate: false, allowList: ['Hooks.example'] }
    expect(isAllowedAddress(policy, { host: 'hooks.example', port: 80 }, '10.0.0.1')).toBe(true)
    expect(isAllowedAddress(policy, { host: 'other.example', port: 80 }, '10.0.0.1')).toBe(false)
  })

  it.each(['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'knows %s as this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true)
    },
  )

  it.each(['localhost.example', 'notlocalhost', '0.0.0.0', '::', '10.0.0.1', '169.254.169.254', ''])(
    'does not know %s as this machine',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false)
    },
  )

  it('with the loopback allows its own names and addresses alone, but no port of Halyard', () => {
    const policy = {
      allowPrivate: false,
      allowList: [],
      loopback: { isOwnPort: (port: number) => port === 4242 },
    }
    const allows = (host: string, address: string, port = 3000) =>
      isAllowedAddress(policy, { host, port }, address)
    expect(allows('localhost', '127.0.0.1')).toBe(true)
    expect(allows('localhost', '::1')).toBe(true)
    expect(allows('127.0.0.1', '127.0.0.1')).toBe(true)
    expect(allows('localhost', '127.0.0.1', 4242)).toBe(false)
    // a name of the DNS could be led here by a stranger, and localhost elsewhere by a hosts file
    expect(allows('rebinding.example', '127.0.0.1')).toBe(false)
    expect(allows('localhost', '10.0.0.1')).toBe(false)
    expect(allows('10.0.0.1', '10.0.0.1')).toBe(false)
    expect(allows('169.254.169.254', '169.254.169.254')).toBe(false)
  })
})
