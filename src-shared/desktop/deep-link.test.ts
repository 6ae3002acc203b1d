import { describe, expect, it } from 'vitest'

import { findDeepLink, readDeepLink, writeDeepLink } from './deep-link.ts'

describe('a link to a page', () => {
  it.each([
    ['halyard://open/', '/'],
    ['halyard://open', '/'],
    ['halyard://open/segments', '/segments'],
    ['halyard://open/projects/default/features/new-checkout', '/projects/default/features/new-checkout'],
    ['halyard://open/features?project=shop&state=stale', '/features?project=shop&state=stale'],
    ['halyard://open/projects/caf%C3%A9', '/projects/caf%C3%A9'],
  ])('%s opens %s', (link, page) => {
    expect(readDeepLink(link)).toEqual({ page })
  })

  it('names its profile', () => {
    expect(readDeepLink('halyard://home/segments')).toEqual({ page: '/segments', profile: 'home' })
    expect(readDeepLink('halyard://p-0123abcd/')).toEqual({ page: '/', profile: 'p-0123abcd' })
  })

  it.each([
    ['/projects/a b/features/x', undefined],
    ['/features?tag=simple:a b"<>', undefined],
    ['/segments', 'p-0123abcd'],
  ])('that is copied from %s can be opened', (page, profile) => {
    const read = readDeepLink(writeDeepLink(page, profile))
    expect(decodeURIComponent(read?.page ?? '')).toBe(page)
    expect(read?.profile).toBe(profile)
  })
})

describe('a hostile link', () => {
  it.each([
    'javascript:alert(1)',
    'http://127.0.0.1/#/segments',
    'file:///etc/passwd',
    'app://halyard/index.html',
    'HALYARD://open/segments',
    ' halyard://open/segments',
    'halyard:open/segments',
    'halyard://evil.example/segments',
    'halyard://open@evil.example/segments',
    'halyard://user:password@open/segments',
    'halyard://open:80/segments',
    'halyard://p-0123abcg/',
    'halyard://open//evil.example/',
    'halyard://open/\\\\evil.example',
    'halyard://open/../segments',
    'halyard://open/projects/..',
    'halyard://open/projects/%2e%2e',
    'halyard://open/projects/%2E%2e/features/x',
    'halyard://open/projects/a%2fb',
    'halyard://open/projects/a%5cb',
    'halyard://open/projects/a%00b',
    'halyard://open/projects/%',
    'halyard://open/projects/%ff',
    'halyard://open/projects/',
    'halyard://open/nowhere',
    'halyard://open/segments#/admin/users',
    'halyard://open/segments?a=1?b=2',
    'halyard://open/segments?a="onload=x',
    'halyard://open/segments\n--inspect',
    'halyard://open/<img src=x>',
    'halyard://open/javascript:alert(1)',
    'halyard://open/reset-password?token=secret',
    'halyard://open/new-user?invite=secret',
    `halyard://open/projects/${'a'.repeat(2000)}`,
    '',
  ])('%j opens nothing', (link) => {
    expect(readDeepLink(link)).toBeUndefined()
  })

  it('among the arguments of a second start is ignored, as are its other arguments', () => {
    expect(findDeepLink(['halyard', '--inspect=0', 'halyard://open/nowhere', '/etc/passwd'])).toBeUndefined()
    expect(findDeepLink(['halyard', '--no-sandbox', 'halyard://open/segments'])).toEqual({
      page: '/segments',
    })
  })
})
