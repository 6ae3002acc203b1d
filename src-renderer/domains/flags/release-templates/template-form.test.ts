import { describe, expect, it } from 'vitest'

import type { ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { moveEntry } from '#ui/move-entry.ts'
import {
  copyOf,
  duplicateOf,
  emptyTemplate,
  isBuiltIn,
  milestonesInBrief,
  templateProblem,
  toDraft,
  toTemplateBody,
  toTemplateForm,
} from './template-form.ts'

const content = {
  title: null,
  disabled: false,
  constraints: [],
  variants: [],
  segments: [],
  parameters: { rollout: '25' },
}
const template: ReleasePlanTemplate = {
  id: 'T',
  discriminator: 'template',
  name: 'Slowly',
  description: null,
  createdByUserId: 1,
  createdAt: '2026-11-21T12:00:00.000Z',
  archivedAt: null,
  milestones: ['Few', 'All'].map((name, sortOrder) => ({
    id: `M${sortOrder}`,
    name,
    sortOrder,
    releasePlanDefinitionId: 'T',
    startedAt: null,
    pausedAt: null,
    progressionExecutedAt: null,
    transitionCondition: null,
    strategies: [
      {
        id: `S${sortOrder}`,
        milestoneId: `M${sortOrder}`,
        sortOrder: 0,
        name: 'flexibleRollout',
        strategyName: 'flexibleRollout',
        ...content,
      },
    ],
  })),
}

describe('the form of a release template', () => {
  it('sends the ids of existing milestones, in the order of the form', () => {
    const form = toTemplateForm(template)
    form.milestones = moveEntry(form.milestones, 1, 0)
    form.milestones[0]?.strategies.push(toDraft({ name: 'default' }))
    expect(toTemplateBody(form)).toMatchObject({
      name: 'Slowly',
      milestones: [
        {
          id: 'M1',
          name: 'All',
          sortOrder: 0,
          strategies: [{ id: 'S1' }, { name: 'default', sortOrder: 1 }],
        },
        { id: 'M0', name: 'Few', sortOrder: 1, strategies: [{ id: 'S0', parameters: { rollout: '25' } }] },
      ],
    })
    expect(toTemplateBody(form).milestones?.[0]?.strategies?.[1]).not.toHaveProperty('id')
  })

  it('duplicates a template without its ids, under a free name', () => {
    const copy = duplicateOf(template, ['Slowly', 'Copy of Slowly'])
    expect(copy.name).toBe('Copy of Slowly 2')
    expect(copy.milestones?.map(({ name }) => name)).toEqual(['Few', 'All'])
    expect(JSON.stringify(copy)).not.toMatch(/"id"|"milestoneId"/)
    expect(copy.milestones?.[0]?.strategies?.[0]).toMatchObject({ parameters: { rollout: '25' } })
    expect(duplicateOf(template, []).name).toBe('Copy of Slowly')
  })

  it('duplicates a template under the name that the window shows', () => {
    const builtIn = { ...template, name: 'Unleash Release Template' }
    expect(duplicateOf(builtIn, []).name).toBe('Copy of Progressive rollout')
  })

  it('keeps the type of a strategy that is edited', () => {
    const [first] = toTemplateForm(template).milestones
    const [strategy] = first?.strategies ?? []
    const edited = toDraft({ name: 'default', title: 'x' }, strategy)
    expect([edited.key, edited.id, edited.title]).toEqual([strategy?.key, 'S0', 'x'])
  })

  it('names missing fields', () => {
    const form = emptyTemplate()
    const said = [templateProblem(form)]
    form.name = 'x'
    said.push(templateProblem(form))
    form.milestones[0]?.strategies.push(toDraft({ name: 'default' }))
    said.push(templateProblem(form))
    form.milestones[0]!.name = ' '
    said.push(templateProblem(form))
    form.milestones = []
    said.push(templateProblem(form))
    expect(said).toEqual([
      'Give the template a name.',
      'Add a strategy to “Milestone 1”.',
      undefined,
      'Give milestone 1 a name.',
      'Add a milestone.',
    ])
  })

  it('has a one-line summary', () => {
    expect(milestonesInBrief(template.milestones)).toBe('25% → 25%')
    expect(milestonesInBrief([{ name: 'Staff', strategies: [{ name: 'default', parameters: {} }] }])).toBe(
      'Staff',
    )
    expect(milestonesInBrief([])).toBe('No milestones yet')
  })
})

describe('the built-in template', () => {
  it('is edited as a copy, under the name that the window shows', () => {
    const builtIn = { ...template, name: 'Unleash Release Template' }
    expect(isBuiltIn(builtIn)).toBe(true)
    expect(isBuiltIn(template)).toBe(false)
    expect(copyOf(builtIn, []).name).toBe('Copy of Progressive rollout')
    expect(copyOf(builtIn, ['Copy of Progressive rollout']).name).toBe('Copy of Progressive rollout 2')
  })
})
