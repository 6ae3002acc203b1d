import { describe, expect, it } from 'vitest'

import { networkOf } from './client-network.ts'

describe('the network of a client', () => {
  it.each([
    ['127.0.0.1', 'loopback', 'loopback'],
    ['127.9.8.7', 'loopback', 'loopback'],
    ['::1', 'loopback', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback', 'loopback'],
    ['198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['', '', ''],
  ])('at %s is %s within %s', (address, client, network) => {
    expect(networkOf(address)).toEqual({ client, network })
  })
})
