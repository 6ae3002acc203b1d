import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { keys, queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import MoveFlagsDialog from './MoveFlagsDialog.svelte'

interface Asked {
  params: { projectId: string; featureName: string }
  body: { newProjectId: string }
}
const PROJECTS = ['shop', 'blog', 'docs'].map((id) => ({ id, name: id.toUpperCase() }))
const flagsOf = (...names: string[]) =>
  names.map((name) => ({ name, project: name === 'there' ? 'docs' : 'shop' }))

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opens the dialog for flags, and chooses a project. */
async function choose(flags: { name: string; project: string }[], changeProject: (asked: Asked) => unknown) {
  answerProcedures({
    getProjects: () => ({ version: 1, projects: PROJECTS }),
    changeProject: (input) => changeProject(input as Asked),
  })
  const onkeep = vi.fn()
  const { rerender } = render(MoveFlagsDialog, {
    props: { flags, open: false, onkeep },
    context: renderWindowContext(),
  })
  await rerender({ open: true })
  const project = await screen.findByRole('combobox', { name: 'Project' })
  await waitFor(() => expect(queryClient.getQueryData(keys.projects)).toBeTruthy())
  await fireEvent.input(project, { target: { value: 'docs' } })
  await waitFor(() => expect(project.getAttribute('aria-activedescendant')).not.toBeNull())
  await fireEvent.keyDown(project, { key: 'Enter' })
  return { onkeep, rerender }
}

describe('several flags that are moved', () => {
  it('go one after the other, without those that are there already', async () => {
    const asked: string[] = []
    const { onkeep } = await choose(flagsOf('one', 'there', 'two'), ({ params, body }) => {
      asked.push(`${params.projectId}/${params.featureName} to ${body.newProjectId}`)
    })
    await fireEvent.click(screen.getByRole('button', { name: 'Move 3 flags' }))
    await waitFor(() => expect(onkeep).toHaveBeenCalledWith([]))
    expect(asked).toEqual(['shop/one to docs', 'shop/two to docs'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that were refused are told by name, and stay selected', async () => {
    const { onkeep } = await choose(flagsOf('one', 'two', 'three'), ({ params }) => {
      if (params.featureName === 'two') throw new Error('It has a parent.')
    })
    await fireEvent.click(screen.getByRole('button', { name: 'Move 3 flags' }))
    await screen.findByText("Couldn't move a flag")
    expect(screen.getByText('two: It has a parent.')).toBeTruthy()
    expect(onkeep).toHaveBeenCalledWith(['two'])
  })

  it('show how far they are, and stop when asked', async () => {
    let goOn = () => {}
    const answer = new Promise<void>((resolve) => (goOn = resolve))
    const { onkeep } = await choose(flagsOf('one', 'two', 'three'), ({ params }) =>
      params.featureName === 'two' ? answer : undefined,
    )
    await fireEvent.click(screen.getByRole('button', { name: 'Move 3 flags' }))
    await screen.findByText('1 of 3')
    await fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    goOn()
    await waitFor(() => expect(onkeep).toHaveBeenCalledWith(['three']))
  })
})

it('one flag that is refused says so beside the buttons', async () => {
  await choose(flagsOf('one'), () => {
    throw new Error('Its environments differ.')
  })
  await fireEvent.click(screen.getByRole('button', { name: 'Move flag' }))
  await screen.findByText('Its environments differ.')
  expect(screen.getByText("Couldn't move the flag")).toBeTruthy()
})
