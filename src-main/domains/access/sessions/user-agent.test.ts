import { describe, expect, it } from 'vitest'

import { browserOf, deviceTypeOf } from './user-agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('a user agent', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome', 'desktop'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'desktop'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/120`, 'Opera', 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'desktop'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.0 Safari/605`,
      'Safari',
      'desktop',
    ],
    [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari', 'mobile'],
    [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'mobile'],
    [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome', 'mobile'],
    [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome', 'tablet'],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_0) AppleWebKit/605 Version/18.0 Mobile/15E Safari/604`,
      'Safari',
      'tablet',
    ],
    ['curl/8.5.0', 'curl', null],
    ['node', 'node', null],
    ['<script>', null, null],
    ['', null, null],
    [null, null, null],
  ] as const)('%j is %j on %j', (userAgent, browser, device) => {
    expect([browserOf(userAgent), deviceTypeOf(userAgent)]).toEqual([browser, device])
  })
})
