import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toCsv } from './csv.ts'

/** Reads CSV by the letter of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    } else for (; !/[,\r]/.test(text[at] ?? '\r'); at += 1) cell += text[at]
    row.push(cell)
    if (text[at] === ',') at += 1
    else {
      rows.push(row)
      row = []
      at += 2
    }
  }
  return rows
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', '=', '+', '-', '@', "'", ' ', '\t') }),
)
const anyRows = fc.array(fc.array(anyText, { minLength: 1, maxLength: 5 }), { maxLength: 5 })

describe('CSV', () => {
  it('reads back unchanged, except for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const expected = rows.map((row) =>
          row.map((text) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)),
        )
        expect(readCsv(toCsv(rows))).toEqual(expected)
      }),
    )
  })

  it('has no cell that a spreadsheet would run as a formula', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        for (const cell of readCsv(toCsv(rows)).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })

  it('leaves numbers unchanged', () => {
    expect(
      toCsv([
        ['n', 'of'],
        [-5, null],
        [1.5, undefined],
        [true, '-5'],
      ]),
    ).toBe("n,of\r\n-5,\r\n1.5,\r\ntrue,'-5\r\n")
  })
})
