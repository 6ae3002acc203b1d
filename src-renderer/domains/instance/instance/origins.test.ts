import { describe, expect, it } from 'vitest'

import { originProblem, originsIn, originsInWords } from './origins.ts'

describe('the field for origins', () => {
  it('reads one per line or separated by commas, each once', () => {
    expect(originsIn(' https://a.example \n\nhttps://b.example,https://a.example\n')).toEqual([
      'https://a.example',
      'https://b.example',
    ])
    expect(originsIn('\n ')).toEqual([])
  })

  it.each([
    ['https://app.example.com/cart?x=1', 'https://app.example.com'],
    ['https://App.example.com', 'https://app.example.com'],
    ['app.example.com', 'https://app.example.com'],
    ['http://localhost:80', 'http://localhost'],
  ])('%s: suggests the likely origin', (text, meant) => {
    expect(originProblem(['*', text])).toBe(`"${text}" is not an origin. Did you mean ${meant}?`)
  })

  it.each(['nope', 'https://*.example.com', 'ftp:/x'])('%s: shows an example of an origin', (text) => {
    expect(originProblem([text])).toBe(`"${text}" is not an origin. Use the form https://app.example.com.`)
  })

  it('accepts valid origins', () => {
    expect(originProblem(['*', 'https://app.example.com', 'http://localhost:3000'])).toBeUndefined()
    expect(originProblem([])).toBeUndefined()
  })

  it('summarises the origins in a sentence', () => {
    expect(originsInWords([])).toBe('Pages of all origins may use the frontend API.')
    expect(originsInWords(['https://a.example', '*'])).toBe('Pages of all origins may use the frontend API.')
    expect(originsInWords(['https://a.example'])).toBe(
      'Only pages of https://a.example may use the frontend API.',
    )
    expect(originsInWords(['https://a.example', 'https://b.example'])).toContain('2 origins')
  })
})
