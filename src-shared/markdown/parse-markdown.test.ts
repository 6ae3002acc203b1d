import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'

import { parseInline, parseMarkdown, type Inline } from './parse-markdown.ts'
import { processorMs } from '#support/runner/processor-time.ts'

const text = (words: string) => ({ kind: 'text', text: words })

describe('Markdown of banners', () => {
  it.each<[string, unknown]>([
    ['plain', [text('plain')]],
    ['a **b** c', [text('a '), { kind: 'strong', content: [text('b')] }, text(' c')]],
    ['*b*', [{ kind: 'emphasis', content: [text('b')] }]],
    [
      '_b_ __c__',
      [{ kind: 'emphasis', content: [text('b')] }, text(' '), { kind: 'strong', content: [text('c')] }],
    ],
    ['`a*b*`', [{ kind: 'code', text: 'a*b*' }]],
    ['[a](https://b.c)', [{ kind: 'link', href: 'https://b.c', content: [text('a')] }]],
    ['[**a**](/b)', [{ kind: 'link', href: '/b', content: [{ kind: 'strong', content: [text('a')] }] }]],
    ['my_flag_name', [text('my_flag_name')]],
    ['2 * 3 * 4', [text('2 * 3 * 4')]],
    ['**open', [text('**open')]],
    ['[a](b', [text('[a](b')]],
    ['[a] (b)', [text('[a] (b)')]],
    ['<b onclick="x">a</b>', [text('<b onclick="x">a</b>')]],
    ['&lt;', [text('&lt;')]],
  ])('reads %j', (line, parts) => {
    expect(parseInline(line)).toEqual(parts)
  })

  it('reads paragraphs with their lines, headings and lists', () => {
    expect(parseMarkdown('# Title\none\ntwo\n\n- a\n- b\n1. c\nend')).toEqual([
      { kind: 'heading', content: [text('Title')] },
      { kind: 'paragraph', lines: [[text('one')], [text('two')]] },
      { kind: 'list', isOrdered: false, items: [[text('a')], [text('b')]] },
      { kind: 'list', isOrdered: true, items: [[text('c')]] },
      { kind: 'paragraph', lines: [[text('end')]] },
    ])
  })

  const charactersOf = (parts: readonly Inline[]): string =>
    parts.map((part) => ('text' in part ? part.text : charactersOf(part.content))).join('')

  property.prop([fc.string({ unit: 'grapheme' })])('invents no characters', (line) => {
    const shown = charactersOf(parseInline(line))
    let at = -1
    for (const character of shown) {
      at = line.indexOf(character, at + 1)
      expect(at).toBeGreaterThanOrEqual(0)
    }
  })

  it.each(['*', '_', '**', '[', '`', '[a](', '*a', '[a', '**a '])(
    'reads twenty thousand characters of %j quickly',
    async (unit) => {
      const long = unit.repeat(20_000 / unit.length)
      expect(await processorMs(() => parseMarkdown(long))).toBeLessThan(200)
    },
  )
})
