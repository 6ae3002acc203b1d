import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { checksum, dropDraft, readDraft, writeDraft, type Step } from './drafts.ts'
import { addStep, replay, stepOf } from './form-steps.ts'
import { keys, queryClient } from '#lib/queries.ts'

/** A form with a list of rows, as the editors have: a button adds one, and each can be removed. */
function makeForm() {
  const form = document.createElement('form')
  form.innerHTML = `
    <label>Name <input type="text" /></label>
    <label>Kind <select><option value="a">A</option><option value="b">B</option></select></label>
    <label>Sticky <input type="checkbox" /></label>
    <label>Password <input type="password" /></label>
    <label>API token <input type="text" /></label>
    <button type="button">Add value</button>
    <button type="button">Delete everything</button>
    <div></div>`
  const rows = form.querySelector('div') as HTMLElement
  form.querySelectorAll('button')[0]?.addEventListener('click', () => {
    const row = document.createElement('p')
    row.innerHTML = '<label>Value <input type="text" /></label><button type="button">Remove value</button>'
    row.querySelector('button')?.addEventListener('click', () => row.remove())
    rows.append(row)
  })
  document.body.append(form)
  let steps: Step[] = []
  let secrets = 0
  const note = (event: Event) => {
    const step = stepOf(form, event)
    if (step === 'secret') secrets++
    else if (step) steps = addStep(steps, step)
  }
  form.addEventListener('input', note)
  form.addEventListener('click', note, true)
  const field = (label: string, nth = 0) =>
    [...form.querySelectorAll('label')]
      .filter((one) => one.textContent.trim().startsWith(label))
      [nth]?.querySelector<HTMLInputElement>('input, select') as HTMLInputElement
  const type = (label: string, text: string, nth = 0) => {
    field(label, nth).value = text
    field(label, nth).dispatchEvent(new Event('input', { bubbles: true }))
  }
  const press = (label: string, nth = 0) =>
    [...form.querySelectorAll('button')].filter((one) => one.textContent === label)[nth]?.click()
  const values = () => [...form.querySelectorAll('p input')].map((input) => (input as HTMLInputElement).value)
  return { form, field, type, press, values, steps: () => steps, secrets: () => secrets }
}

afterEach(() => document.body.replaceChildren())

describe('the draft of a form', () => {
  it('is restored, with added and removed rows', async () => {
    const first = makeForm()
    first.type('Name', 'half')
    first.type('Name', 'half typed')
    first.type('Kind', 'b')
    first.field('Sticky').click()
    for (const text of ['one', 'two', 'three']) {
      first.press('Add value')
      first.type('Value', text, first.values().length - 1)
    }
    first.press('Remove value', 1)
    expect(first.values()).toEqual(['one', 'three'])
    first.form.remove()

    const second = makeForm()
    expect(await replay(second.form, first.steps())).toEqual([])
    expect(second.field('Name').value).toBe('half typed')
    expect(second.field('Kind').value).toBe('b')
    expect(second.field('Sticky').checked).toBe(true)
    expect(second.values()).toEqual(['one', 'three'])
  })

  it('is stored without passwords, tokens and the other effects of buttons', () => {
    const form = makeForm()
    form.type('Password', 'hunter2')
    form.type('API token', '*:*.secret')
    form.press('Delete everything')
    expect(form.steps()).toEqual([])
    expect(form.secrets()).toBe(2)
  })

  it('names values whose field no longer exists', async () => {
    const { form } = makeForm()
    const gone: Step = { set: '0 INPUT text Gone', to: 'text' }
    expect(await replay(form, [gone, { press: '0 BUTTON button Add value' }])).toEqual([gone])
  })
})

describe('stored drafts', () => {
  beforeEach(() => {
    localStorage.clear()
    queryClient.setQueryData(keys.me, { user: { id: 7 } })
  })
  afterEach(() => queryClient.clear())
  const draft = (at = new Date().toISOString()) => ({ at, steps: [{ set: 'Name', to: 'x' }] })

  it('belong to one form and one user until they are deleted', () => {
    writeDraft('a', draft())
    expect(readDraft('a')).toMatchObject({ steps: [{ set: 'Name', to: 'x' }] })
    expect(readDraft('b')).toBeUndefined()
    queryClient.setQueryData(keys.me, { user: { id: 8 } })
    expect(readDraft('a')).toBeUndefined()
    queryClient.setQueryData(keys.me, { user: { id: 7 } })
    dropDraft('a')
    expect(readDraft('a')).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })

  it('are limited in number, size and age', () => {
    const start = Date.now()
    for (let index = 0; index < 20; index++)
      writeDraft(`form ${index}`, draft(new Date(start + index).toISOString()))
    expect(readDraft('form 7')).toBeUndefined()
    expect(readDraft('form 8')).toBeDefined()
    expect(writeDraft('large', { ...draft(), steps: [{ set: 'Name', to: 'x'.repeat(40_000) }] })).toBe(false)
    expect(readDraft('form 19', start + 8 * 86_400_000)).toBeUndefined()
  })

  it('ignore damaged storage', () => {
    localStorage.setItem('halyard.drafts 7', '{"a": 1}')
    expect(readDraft('a')).toBeUndefined()
    localStorage.setItem('halyard.drafts 7', 'no JSON')
    writeDraft('a', draft())
    expect(readDraft('a')).toBeDefined()
  })

  it('detect by a checksum whether everything was restored', () => {
    expect(checksum('{"name":"a"}')).toBe(checksum('{"name":"a"}'))
    expect(checksum('{"name":"a"}')).not.toBe(checksum('{"name":"b"}'))
  })
})
