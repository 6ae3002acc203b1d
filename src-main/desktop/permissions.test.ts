import { describe, expect, it } from 'vitest'

import { isPermitted, createOriginCheck } from './permissions.ts'

const isOurs = createOriginCheck(['app://halyard', 'http://localhost:5173'])

describe('the list of the window’s own pages', () => {
  it.each([
    ['app://halyard/index.html', true],
    ['app://halyard/', true],
    ['app://halyard', true],
    ['http://localhost:5173/', true],
    ['http://localhost:5173', true],
    ['http://localhost:51730/', false],
    ['http://localhost:5173.evil.example/', false],
    ['http://localhost:5173@evil.example/', false],
    ['app://halyard.evil/', false],
    ['https://evil.example/app://halyard/', false],
    ['', false],
  ])('%s: %s', (url, expected) => {
    expect(isOurs(url)).toBe(expected)
  })

  it('has no development server where none runs', () => {
    expect(createOriginCheck(['app://halyard', undefined])('undefined/')).toBe(false)
    expect(createOriginCheck(['app://halyard', 'http://localhost:5173/'])('http://localhost:5173/x')).toBe(
      true,
    )
  })
})

describe('the browser features a page may use', () => {
  it.each([
    ['clipboard-sanitized-write', 'app://halyard/index.html', true],
    ['clipboard-sanitized-write', 'https://evil.example/', false],
    ['clipboard-read', 'app://halyard/index.html', false],
    ['media', 'app://halyard/index.html', false],
    ['openExternal', 'app://halyard/index.html', false],
  ])('%s by %s: %s', (permission, url, expected) => {
    expect(isPermitted(permission, url, isOurs)).toBe(expected)
  })
})
