import { describe, expect, it } from 'vitest'

import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import { problemOfTemplate, renderTemplate } from './render-template.ts'

const event: DescribedEvent = {
  id: 7,
  type: 'feature-created',
  createdBy: 'ann "the <admin>"',
  createdByUserId: 2,
  createdAt: '2026-11-21T12:00:00.000Z',
  data: { name: 'dark-mode' },
  preData: null,
  tags: Array.from({ length: 20 }, (_, index) => ({ type: 'simple', value: `${index}` })),
  featureName: 'dark-mode',
  project: 'default',
  environment: null,
  groupType: 'transaction',
  groupId: '01',
  label: 'Flag created',
  summary: '**ann** created **dark-mode**',
}

const render = (template: string, contentType = 'application/json') =>
  renderTemplate(template, event, contentType)

describe('a template', () => {
  it('names the parts of the event that it uses', async () => {
    expect(await render('{{event.type}} {{event.data.name}} {{event.nothing}}!')).toBe(
      'feature-created dark-mode !',
    )
    expect(await render('{{eventMarkdown}}')).toBe('**ann** created **dark-mode**')
    expect(
      await render(
        '{{#event.environment}}there{{/event.environment}}{{^event.environment}}nowhere{{/event.environment}}',
      ),
    ).toBe('nowhere')
  })

  it('keeps JSON valid, whatever the event holds', async () => {
    const text = await render(
      '{"by":"{{event.createdBy}}","as text":"{{eventJson}}","event":{{{eventJson}}}}',
    )
    const { label: _label, summary: _summary, ...logged } = event
    expect(JSON.parse(text)).toEqual({
      by: event.createdBy,
      'as text': JSON.stringify(logged),
      event: logged,
    })
  })

  it('escapes HTML, but not plain text', async () => {
    expect(await render('{{event.createdBy}}', 'text/html; charset=utf-8')).toBe(
      'ann &quot;the &lt;admin&gt;&quot;',
    )
    expect(await render('{{event.createdBy}}', 'text/plain')).toBe('ann "the <admin>"')
    expect(await render('{{{event.createdBy}}}', 'text/html')).toBe('ann "the <admin>"')
  })

  it('reads data only', async () => {
    for (const name of [
      'event.constructor',
      'event.__proto__',
      'event.toString',
      'event.data.constructor.constructor',
    ])
      expect(await render(`[{{${name}}}]`)).toBe('[]')
  })

  it('stops at sections nested too deep', async () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'x' : `{{#event.tags}}${nested(depth - 1)}{{/event.tags}}`
    await expect(render(nested(8))).rejects.toThrow('too many steps')
    expect(await render(nested(2))).toHaveLength(400)
  })
})

it.each([
  ['{{event.type}}', undefined],
  ['no template at all', undefined],
  ['{{#event}}', 'is no mustache template'],
  ['{{event', 'is no mustache template'],
  ['x'.repeat(10_001), 'must not be longer than 10000 characters'],
])('%#: the error of the template', async (template, problem) => {
  const found = await problemOfTemplate(template)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(problem)
})
