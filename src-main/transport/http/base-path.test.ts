import { describe, expect, it } from 'vitest'

import { pageWithBasePath, withoutBasePath } from './base-path.ts'

describe('the base path', () => {
  it.each([
    ['/flags', '/'],
    ['/flags/', '/'],
    ['/flags?a=b', '/?a=b'],
    ['/flags/api/admin?x=/flags/', '/api/admin?x=/flags/'],
    ['/flagship/api', '/internal-backstage/outside'],
    ['/api/admin', '/internal-backstage/outside'],
    ['/', '/internal-backstage/outside'],
    ['/other/flags/api', '/internal-backstage/outside'],
  ])('is taken from %s, which becomes %s', (url, rest) => {
    expect(withoutBasePath(url, '/flags')).toBe(rest)
    expect(withoutBasePath(url, '')).toBe(url)
  })

  it('precedes the files of the page, which have absolute paths', () => {
    const html = '<head>\n<script src="./theme.js"></script><link href="./assets/a.css"><link href="data:,">'
    expect(pageWithBasePath(html, '')).toBe(
      '<head>\n<script src="/theme.js"></script><link href="/assets/a.css"><link href="data:,">',
    )
    expect(pageWithBasePath(html, '/a/b')).toContain('<meta name="base-path" content="/a/b" />')
    expect(pageWithBasePath(html, '/a/b')).toContain('src="/a/b/theme.js"')
  })
})
