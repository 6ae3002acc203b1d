import { describe, expect, it } from 'vitest'

import { contextLine, contextOptions, fillIn } from './context-line.ts'
import { parseContext } from '#shared/insight/result-changes/parse-context.ts'

const field = (name: string, values: readonly string[] = [], project?: string) => ({
  name,
  description: `The ${name}`,
  stickiness: false,
  legalValues: values.map((value) => ({ value })),
  ...(project === undefined ? {} : { project }),
})
const call = (environment: string, context: Record<string, unknown> | null) => ({ environment, context })

describe('ux task 2: the context line', () => {
  it('reads back as the same context, with its properties and fields', () => {
    const line = contextLine({
      environment: 'production',
      userId: '7',
      properties: { name: 'Ann Lee', plan: '' },
    })
    expect(line).toBe('userId=7 name="Ann Lee" plan=')
    expect(parseContext(line)).toEqual({ userId: '7', name: 'Ann Lee', plan: '' })
  })

  it('omits values that it cannot express', () => {
    const told = { 'two words': 'x', says: 'a "b" c', quote: '"', nothing: null, userId: '7' }
    expect(parseContext(contextLine(told))).toEqual({ quote: '"', userId: '7' })
  })
})

describe('ux task 2: the suggestions of the context line', () => {
  const [contexts, fields] = contextOptions(
    [
      call('production', { userId: '7' }),
      call('development', { userId: '8' }),
      call('production', null),
      call('production', { userId: '7' }),
      call('production', { environment: 'production' }),
    ],
    [field('country', ['FR']), field('userId'), field('country', ['NO', 'SE'], 'shop')],
    'production',
  )
  const labels = (group: typeof contexts) => group?.options.map(({ label }) => label)

  it('are the contexts seen in the environment, each once', () => {
    expect(contexts?.label).toBe('Recent contexts')
    expect(labels(contexts)).toEqual(['userId=7'])
  })

  it("are the legal values of a field, the project's first, else the name of the field", () => {
    expect(fields?.label).toBe('Context fields')
    expect(labels(fields)).toEqual(['country=NO', 'country=SE', 'userId='])
  })

  it('are limited in number', () => {
    const many = Array.from({ length: 500 }, (_, index) => call('production', { userId: `${index}` }))
    expect(contextOptions(many, [])[0]?.options).toHaveLength(20)
    expect(contextOptions([], [])).toEqual([])
  })

  it.each([
    [contexts, 0, 'plan=pro', 'userId=7'],
    [fields, 1, 'userId=9', 'userId=9 country=SE'],
    [fields, 1, 'country=NO userId="A B"', 'country=SE userId="A B"'],
    [fields, 2, 'country=NO', 'country=NO userId='],
    [fields, 2, 'userId=9 country=NO', 'country=NO userId=9'],
    [fields, 2, '', 'userId='],
  ])('%#: complete the line', (group, index, line, filled) => {
    expect(fillIn(line, group?.options[index]?.value ?? '')).toBe(filled)
  })
})
